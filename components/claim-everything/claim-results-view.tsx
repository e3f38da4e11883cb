import { useTranslator } from "@/components/i18n/use-translator";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Notice } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { type Message, message } from "@/lib/core/i18n/translator";
import { byCampaign, claimKey } from "./claim-request";
import type { ClaimEnd, ClaimResults } from "./send-claims";

const ENDS: Record<ClaimEnd["end"], { label: Message; tone: BadgeTone }> = {
  landed: { label: message("Claimed"), tone: "good" },
  failed: { label: message("Failed"), tone: "danger" },
  unknown: { label: message("Result unknown"), tone: "warn" },
  unsent: { label: message("Not sent"), tone: "neutral" },
};

/** Shows the result of each campaign's claim. */
export function ClaimResultsView({ results: { results, isIndexed } }: { results: ClaimResults }) {
  const t = useTranslator();
  const paid = results.filter(({ end }) => end === "landed").length;
  const isAll = paid === results.length;
  return (
    <>
      <Notice tone={isAll ? "good" : paid > 0 ? "warn" : "danger"} live>
        <p>
          {isAll
            ? t("All tokens were claimed to your wallet.")
            : t("{paid} of {count, plural, one {# transaction} other {# transactions}} confirmed.", {
                paid,
                count: results.length,
              })}
        </p>
        {paid > 0 && (
          <p>{t("Amounts are from the simulation. Linear schedules may have paid slightly more.")}</p>
        )}
        {!isIndexed && <p>{t("Confirmed on Solana. This page shows the change once it is indexed.")}</p>}
      </Notice>
      <ul aria-label={t("Results")} className="divide-y divide-line border-y border-line text-sm">
        {results.flatMap((result) =>
          byCampaign([result]).map(({ target, leafIndex, amount }) => (
            <li key={claimKey({ target, leafIndex })} className="space-y-1 py-2">
              <div className="flex justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">{target.name}</span>
                <Badge tone={ENDS[result.end].tone}>{t(ENDS[result.end].label)}</Badge>
              </div>
              <div>
                <Amount value={amount} token={target.token} withMint price={target.price} />
              </div>
              <div className="text-ink-soft wrap-anywhere">
                {result.end !== "landed" && <p>{result.reason}</p>}
                {result.end !== "unsent" && (
                  <p>
                    <WholeAddress address={result.signature} name="signature" />
                  </p>
                )}
              </div>
            </li>
          )),
        )}
      </ul>
    </>
  );
}
