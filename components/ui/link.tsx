import type { ComponentProps } from "react";

type LinkProps = ComponentProps<"a"> & {
  href: string;
  /** False for what pages or changes a part of the page: the rest stays where it is. */
  scroll?: boolean;
};

/**
 * Leads to another page of the dashboard and keeps what both have in common: `components/shell/followed-links` follows it,
 * where there are scripts. Nothing is asked for before it is pressed: what a list leads to was some forty requests with every
 * view of it, and no page came sooner for them.
 */
export const Link = ({ scroll = true, ...anchor }: LinkProps) => (
  <a {...anchor} data-page={scroll ? "top" : "here"} />
);
