import { ButtonLink } from "./button";
import { EmptyState } from "./notice";

type CursorPagerProps = {
  total: number;
  previousCursor: string | null;
  nextCursor: string | null;
  /** The address of the page at a cursor, or without one of the newest; every other filter kept. */
  href: (cursor?: string) => string;
  /** What is listed, in the plural. */
  noun: string;
};

/** Leads through a list that has no page numbers, newest first: to its end and back. */
export function CursorPager({ total, previousCursor, nextCursor, href, noun }: CursorPagerProps) {
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-4 flex flex-wrap items-center gap-2">
      <span className="mr-auto text-sm text-ink-soft">{total.toLocaleString("en")} in total</span>
      {previousCursor && (
        <>
          <ButtonLink href={href()}>Newest</ButtonLink>
          <ButtonLink href={href(previousCursor)}>Newer</ButtonLink>
        </>
      )}
      {nextCursor && <ButtonLink href={href(nextCursor)}>Older</ButtonLink>}
    </nav>
  );
}

/** For an address whose cursor is broken, or leads past the end. */
export function NoSuchPage({ newest }: { newest: string }) {
  return (
    <EmptyState
      title="There is no such page of this list"
      action={<ButtonLink href={newest}>To the newest</ButtonLink>}
    >
      The address is incomplete or mistyped, or what it showed is gone.
    </EmptyState>
  );
}
