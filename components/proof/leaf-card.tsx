import { CampaignLink } from "@/components/campaign/campaign-link";
import { releaseName } from "@/components/campaign/schedule-text";
import { linked } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "@/components/ui/button";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import type { ProofView } from "@/lib/contract/leaf";
import type { Token } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { ReleaseType } from "@/lib/core/vesting/leaf";

type LeafCardProps = {
  proof: ProofView;
  campaign: Parameters<typeof CampaignLink>[0]["campaign"];
  token: Token;
};

/** Shows the fields of a leaf as the program hashes them, and offers its proof as a file. */
export function LeafCard({ proof, campaign, token }: LeafCardProps) {
  const t = useTranslator();
  const { leaf } = proof;
  const moments = [
    [t("Start"), leaf.startTime],
    [t("Cliff"), leaf.cliffTime],
    [t("End"), leaf.endTime],
  ] as const;
  return (
    <Card
      title={t("Allocation")}
      aside={
        <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {linked("/docs/verify")(t("How to verify a proof"))}
          <ProofFile proof={proof} />
        </span>
      }
    >
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div>
          <Facts isAligned>
            <Fact label={t("Recipient")}>
              <WholeAddress address={leaf.beneficiary} name="recipient" />
            </Fact>
            <Fact label={t("Amount")}>
              <Amount value={leaf.amount} token={token} exact />
              <span className="block text-ink-soft">{t("{amount} base units", { amount: leaf.amount })}</span>
            </Fact>
            {token.mint !== NATIVE_MINT && (
              <Fact label={t("Token")}>
                <TokenName token={token} />
              </Fact>
            )}
            <Fact label={t("Campaign")}>
              <CampaignLink campaign={campaign} />
            </Fact>
            <Fact label={t("List version")}>{proof.rootVersion}</Fact>
            <Fact label={t("Leaf index")}>{leaf.leafIndex}</Fact>
          </Facts>
        </div>
        <div className="max-lg:border-t max-lg:border-line">
          <Facts isAligned>
            <Fact label={t("Schedule")}>
              {leaf.releaseType === ReleaseType.Linear
                ? t("Linear: evenly from cliff to end")
                : releaseName(t, leaf.releaseType)}
            </Fact>
            {moments.map(([label, at]) => (
              <Fact key={label} label={label}>
                <Time at={at} />{" "}
                <span className="block text-ink-soft">{t("Unix time: {seconds}", { seconds: at })}</span>
              </Fact>
            ))}
            {leaf.releaseType === ReleaseType.Milestone && (
              <Fact label={t("Milestone number")}>{leaf.milestoneIdx}</Fact>
            )}
          </Facts>
        </div>
      </div>
    </Card>
  );
}

function ProofFile({ proof }: { proof: ProofView }) {
  const t = useTranslator();
  return (
    <a
      href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(proof, null, 1))}`}
      download={`proof-${proof.treeAddress}-${proof.leaf.leafIndex}.json`}
      className={buttonClass("secondary")}
    >
      <Icon name="download" className="size-4" /> {t("Download proof")}
    </a>
  );
}
