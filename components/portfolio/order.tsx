import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { PORTFOLIO_SORTS, type PortfolioSort } from "@/lib/contract/portfolio/order";
import { type Message, message } from "@/lib/core/i18n/translator";

const NAMES: Record<PortfolioSort, Message> = {
  claimable: message("Claimable now"),
  unlock: message("Next unlock"),
  name: message("Name"),
  newest: message("Newest"),
};

type PortfolioOrderProps = {
  now: PortfolioSort | undefined;
  /** Returns the URL of the list in a sort order, or in the default order. */
  hrefOf: (sort?: PortfolioSort) => string;
};

/** The sort links of a portfolio's campaigns, which are cards without column headers. */
export function PortfolioOrder({ now = PORTFOLIO_SORTS[0], hrefOf }: PortfolioOrderProps) {
  const t = useTranslator();
  return (
    <nav aria-label={t("Sort campaigns")}>
      <ul className="mb-3 flex flex-wrap items-center gap-x-4 text-sm">
        <li className="text-ink-soft">{t("Sort by")}</li>
        {PORTFOLIO_SORTS.map((sort) => (
          <li key={sort}>
            <Link
              href={hrefOf(sort === PORTFOLIO_SORTS[0] ? undefined : sort)}
              scroll={false}
              aria-current={sort === now ? "true" : undefined}
              className={`inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 ${sort === now ? "font-semibold" : "text-ink-soft"}`}
            >
              {t(NAMES[sort])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
