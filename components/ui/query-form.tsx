// biome-ignore lint/style/noRestrictedImports: here alone
import NextForm from "next/form";
import type { ComponentProps } from "react";

/** A form whose fields become the address of a page of the dashboard, of which nothing is asked for before it is sent. */
export const QueryForm = (props: ComponentProps<typeof NextForm>) => <NextForm {...props} prefetch={false} />;
