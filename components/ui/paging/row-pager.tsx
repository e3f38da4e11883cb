import { Button } from "../button";

type RowPagerProps = {
  /** From 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
};

/** Steps through rows that are in the browser already; nothing when one page holds them all. */
export function RowPager({ page, pages, onPage }: RowPagerProps) {
  if (pages <= 1) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft">
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous rows
      </Button>
      <span>
        {(page + 1).toLocaleString("en")} of {pages.toLocaleString("en")}
      </span>
      <Button disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        More rows
      </Button>
    </div>
  );
}
