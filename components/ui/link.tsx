import type { ComponentProps } from "react";

type LinkProps = ComponentProps<"a"> & {
  href: string;
  /**
   * False for links that only change a part of the page, such as pagination, so that the scroll position
   * stays.
   */
  scroll?: boolean;
};

/**
 * Links to another page of the dashboard. With scripts, `components/shell/followed-links` handles the
 * navigation and keeps the shared layout. Links do not prefetch: prefetching a list cost some forty requests
 * per view and made no page faster.
 */
export const Link = ({ scroll = true, ...anchor }: LinkProps) => (
  <a {...anchor} data-page={scroll ? "top" : "here"} />
);
