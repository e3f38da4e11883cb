import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

type ParentPage = { href: string; name: string };

/** The link to the page above this one. */
export const ParentLink = ({ href, name }: ParentPage) => (
  <Link
    href={href}
    className="-mt-2 inline-flex min-h-11 max-w-full items-center gap-1.5 text-sm text-ink-soft underline-offset-4 wrap-anywhere hover:text-ink hover:underline md:pointer-fine:min-h-8 print:hidden"
  >
    <span aria-hidden="true">‹</span> {name}
  </Link>
);

type PageHeaderProps = {
  title: string;
  /** The page above this one, as a link above the title. */
  parent?: ParentPage;
  children?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, parent, children, badges, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        {parent && <ParentLink {...parent} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-2xl font-semibold break-words sm:text-3xl">{title}</h1>
          {badges && <div className="flex flex-wrap items-center gap-x-3 gap-y-1">{badges}</div>}
        </div>
        {children && <div className="mt-1.5 max-w-prose text-ink-soft">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
