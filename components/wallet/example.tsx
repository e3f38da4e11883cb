import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge, type BadgeTone } from "@/components/ui/badge";

/** Shortened addresses of the recipients of an example. */
export const EXAMPLE_ADDRESSES = ["7xKq…9fTd", "4mRb…Zk2W", "9pLc…Hn6e"] as const;

/** A static example of the content of a page, for visitors without a wallet. */
export function Example({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslator();
  return (
    <section className="min-w-0 rounded-card bg-surface/60 border border-dashed border-line-strong/60 p-4 sm:p-5 print:hidden">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-semibold">{title}</h2>
        <Badge>{t("Example")}</Badge>
      </div>
      {children}
    </section>
  );
}

/** A shortened address of an example, in the font of addresses. */
export const ExampleAddress = ({ address }: { address: string }) => (
  <span className="font-mono">{address}</span>
);

type ExampleRow = { key: string; title: ReactNode; note: ReactNode; badge: string; tone?: BadgeTone };

/** The rows of an example: a title with a note below it, and a badge at the right. */
export function ExampleRows({ rows }: { rows: readonly ExampleRow[] }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {rows.map(({ key, title, note, badge, tone }) => (
        <li key={key} className="flex items-start justify-between gap-4 py-2.5">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium">{title}</p>
            <p className="text-ink-soft">{note}</p>
          </div>
          <Badge tone={tone}>{badge}</Badge>
        </li>
      ))}
    </ul>
  );
}
