// biome-ignore lint/style/noRestrictedImports: here alone
import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * Leads to another page of the dashboard and keeps what both have in common. Nothing is asked for before it is pressed: what a
 * list leads to was some forty requests with every view of it, and no page came sooner for them.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink {...props} prefetch={false} />;
