// biome-ignore lint/style/noRestrictedImports: here alone
import NextForm from "next/form";
import type { ComponentProps } from "react";

/** A form whose fields become the query parameters of a dashboard page. Does not prefetch the page. */
export const QueryForm = (props: ComponentProps<typeof NextForm>) => <NextForm {...props} prefetch={false} />;
