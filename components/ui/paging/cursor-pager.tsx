import { ButtonLink } from "../button";

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
          <ButtonLink href={href()} scroll={false}>
            Newest
          </ButtonLink>
          <ButtonLink href={href(previousCursor)} scroll={false}>
            Newer
          </ButtonLink>
        </>
      )}
      {nextCursor && (
        <ButtonLink href={href(nextCursor)} scroll={false}>
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
