import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { Button, ButtonLink, buttonClass } from "../button";
import { Icon } from "../icon";
import { type ListedNoun, PAGER_TEXTS } from "./pager-texts";

type PaginationProps = {
  page: number;
  limit: number;
  total: number;
  /** Returns the URL of a page with all other filters. */
  href: (page: number) => string;
  noun: ListedNoun;
};

/**
 * Shows the position in a list and links to its pages. Renders nothing for a list of one page, or for an empty list,
 * whose empty state states it.
 */
export function Pagination({ page, limit, total, href, noun }: PaginationProps) {
  const t = useTranslator();
  const pages = pageCount(total, limit);
  if (pages === 1) return null;
  const first = Math.min(total, (page - 1) * limit + 1);
  const last = Math.min(total, page * limit);
  return (
    <nav
      aria-label={PAGER_TEXTS[noun].pages(t)}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 text-sm"
    >
      <p className="text-ink-soft">
        {PAGER_TEXTS[noun].range(t, { first: t.count(first), last: t.count(last), total })}
      </p>
      <ul className="flex flex-wrap items-center gap-1">
        <Step
          href={page > 1 && page <= pages ? href(page - 1) : null}
          label={t("Previous page")}
          icon="back"
        />
        {pagesToOffer(page, pages).map((target, index, all) => (
          <li key={target} className="flex items-center">
            {index > 0 && target - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-1 text-ink-soft">
                …
              </span>
            )}
            <Link
              href={href(target)}
              scroll={false}
              aria-label={t("Page {page}", { page: `${target}` })}
              aria-current={target === page ? "page" : undefined}
              className={buttonClass(target === page ? "primary" : "quiet", "min-w-11 px-2")}
            >
              {target}
            </Link>
          </li>
        ))}
        <Step href={page < pages ? href(page + 1) : null} label={t("Next page")} icon="next" />
      </ul>
    </nav>
  );
}

export const pageCount = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit));

function Step({ href, label, icon }: { href: string | null; label: string; icon: "back" | "next" }) {
  if (!href) return null;
  return (
    <li>
      <Link href={href} scroll={false} aria-label={label} className={buttonClass("quiet", "min-w-11 px-2")}>
        <Icon name={icon} />
      </Link>
    </li>
  );
}

/** Returns the first, last and adjacent pages: at most five numbers, which fit on a phone. */
function pagesToOffer(page: number, pages: number): number[] {
  const offered = new Set([1, page - 1, page, page + 1, pages]);
  return [...offered].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
}

type CursorPagerProps = {
  total: number;
  previousCursor: string | null;
  nextCursor: string | null;
  /**
   * Returns the URL of the page at a cursor, or of the first page without a cursor, with all other filters.
   */
  href: (cursor?: string) => string;
  noun: ListedNoun;
  /** False for a list that starts with the oldest item. */
  isNewestFirst?: boolean;
  /** Number of items on the page. The first page then states its range. */
  shown?: number;
};

/** The pager of a list with cursors instead of page numbers. Renders nothing for a list of one page. */
export function CursorPager(props: CursorPagerProps) {
  const { total, previousCursor, nextCursor, href, noun, isNewestFirst = true, shown } = props;
  const t = useTranslator();
  const [first, back, on] = isNewestFirst
    ? [t("Newest"), t("Newer"), t("Older")]
    : [t("Oldest"), t("Older"), t("Newer")];
  if (!previousCursor && !nextCursor) return null;
  const ways: [label: string, href: string][] = [];
  if (previousCursor) ways.push([first, href()], [back, href(previousCursor)]);
  if (nextCursor) ways.push([on, href(nextCursor)]);
  return (
    <nav aria-label={PAGER_TEXTS[noun].pages(t)} className="mt-4 flex flex-wrap items-center gap-2">
      <span className="mr-auto text-sm text-ink-soft">
        {shown !== undefined && !previousCursor
          ? PAGER_TEXTS[noun].range(t, { first: "1", last: t.count(shown), total })
          : t("{count} in total", { count: total })}
      </span>
      {ways.map(([label, to]) => (
        <ButtonLink key={label} href={to} scroll={false}>
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}

type RowPagerProps = {
  /** Zero-based. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
};

/** Pages through rows that are already in the browser. Renders nothing if all rows fit on one page. */
export function RowPager({ page, pages, onPage }: RowPagerProps) {
  const t = useTranslator();
  if (pages <= 1) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft">
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t("Previous rows")}
      </Button>
      <span>{t("{page} of {pages}", { page: page + 1, pages })}</span>
      <Button disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        {t("Next rows")}
      </Button>
    </div>
  );
}
