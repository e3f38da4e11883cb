import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Address, type AddressSubject } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import type { ProgramView } from "@/lib/contract/program";
import type { Translator } from "@/lib/core/i18n/translator";
import { type CampaignAction, decideAction } from "@/lib/core/vesting/decide-action";
import type { ActionFacts } from "@/lib/core/vesting/refusals";
import { campaignPartHref } from "./campaign-href";
import { ProgramFact } from "./program-fact";

type FactsCardProps = {
  campaign: CampaignDetail;
  token: Token;
  program?: ProgramView | null;
  /** Whether the service indexes the local ledger instead of a network of Solana. */
  isLocalLedger?: boolean;
};

/** Shows who created a campaign, what can change, and whether the data is verified. */
export function FactsCard({ campaign, token, program = null, isLocalLedger }: FactsCardProps) {
  const t = useTranslator();
  const { asOf, creator, cancelAuthority, pauseAuthority } = campaign;
  const holdsAll = cancelAuthority === creator && pauseAuthority === creator;
  return (
    <Card title={t("About this campaign")}>
      <ul className="mb-2 list-disc space-y-1 pl-5 text-sm">
        <Risks campaign={campaign} />
        <li>
          <Verification {...{ campaign, isLocalLedger }} />
        </li>
        {!campaign.rootRegistered && (
          <li>
            {t(
              "The network has a newer Merkle root whose recipients are not registered here yet. Proofs may be out of date.",
            )}
          </li>
        )}
      </ul>
      <Facts>
        <Fact label={t("Campaign address")}>
          <Address address={campaign.treeAddress} name="tree" />
        </Fact>
        <Fact label={holdsAll ? t("Creator, cancel and pause authority") : t("Creator")}>
          <Address address={creator} name="creator" href={`/campaigns?creator=${creator}`} />
        </Fact>
        <Fact label={t("Token mint")}>
          <TokenName token={token} /> ·{" "}
          <Link className="underline underline-offset-4" href={`/mints/${token.mint}`}>
            {t("Supply")}
          </Link>
        </Fact>
        {!token.isKnown && <Fact label={t("Decimals")}>{t("Unknown. Amounts are in base units.")}</Fact>}
        {!holdsAll && (
          <>
            <Fact label={t("Cancel authority")}>{authority(t, cancelAuthority, "cancel authority")}</Fact>
            <Fact label={t("Pause authority")}>{authority(t, pauseAuthority, "pause authority")}</Fact>
          </>
        )}
        <ProgramFact program={program} />
        <Fact label={t("Campaign ID")}>{campaign.campaignId}</Fact>
        <Fact label={t("Merkle root")}>
          <Address address={campaign.merkleRoot} name="root" />
        </Fact>
        <Fact label={t("Solvency certificate")}>
          <Link
            href={campaignPartHref(campaign, "certificate")}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {t("View certificate")}
          </Link>
        </Fact>
        <Fact label={t("Statement")}>
          <Link
            href={campaignPartHref(campaign, "statement")}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {t("View for any date")}
          </Link>
        </Fact>
        <Fact label={t("Created")}>
          <Time at={campaign.createdAt} />
        </Fact>
        <Fact label={t("Indexed up to")}>
          {asOf.timestamp === "0" ? (
            t("slot {slot}", { slot: asOf.slot })
          ) : (
            <Trans
              id="slot {slot}, {when}"
              values={{ slot: asOf.slot, when: <Time at={asOf.timestamp} /> }}
            />
          )}
        </Fact>
      </Facts>
    </Card>
  );
}

/** States which data of a campaign the network confirms. */
export function Verification({
  campaign,
  isLocalLedger,
}: Pick<FactsCardProps, "campaign" | "isLocalLedger">) {
  const t = useTranslator();
  if (!campaign.verified)
    return t("Not verified: this registration has not been confirmed on Solana. Do not rely on it.");
  return isLocalLedger
    ? t("Verified: creator, token, Merkle root, supply and authorities match the on-chain account.")
    : t("Verified: creator, token, Merkle root, supply and authorities match the Solana network.");
}

/** The changes that are still possible, as items of a list. */
export function Risks({ campaign }: Pick<FactsCardProps, "campaign">) {
  const t = useTranslator();
  return mutabilitySentences(t, campaign).map((sentence) => <li key={sentence}>{sentence}</li>);
}

const authority = (t: Translator, address: string | null, name: AddressSubject) =>
  address ? <Address address={address} name={name} /> : t("none");

/** Describes the changes that are still possible, and the addresses that can make them. */
function mutabilitySentences(t: Translator, campaign: CampaignDetail): string[] {
  const { status, creator, pauseAuthority } = campaign;
  const isCreator = pauseAuthority === creator;
  const isOver = status !== "active" && status !== "claimable" && status !== "paused";
  if (isOver) return [t("Allocations can no longer change.")];
  const facts = toActionFacts(campaign);
  const now = BigInt(campaign.asOf.timestamp);
  const can = (action: CampaignAction) => decideAction(action, facts, { now, t }).possible === "now";
  return [
    can("cancel")
      ? cancelSentence(t, campaign, can("rotate"))
      : t("These allocations cannot be changed or cancelled."),
    can("resume")
      ? isCreator
        ? t("The creator has paused claims and can resume them.")
        : t("The pause authority has paused claims and can resume them.")
      : !can("pause")
        ? t("Claims cannot be paused.")
        : isCreator
          ? t("The creator can pause claims.")
          : t("The pause authority can pause claims."),
  ];
}

function cancelSentence(
  t: Translator,
  { cancelAuthority, creator }: Pick<CampaignDetail, "cancelAuthority" | "creator">,
  canRotate: boolean,
): string {
  if (cancelAuthority === creator) {
    return canRotate
      ? t(
          "The creator can still change allocations and cancel the campaign. On cancellation, recipients lose unvested amounts.",
        )
      : t("The creator can still cancel the campaign. On cancellation, recipients lose unvested amounts.");
  }
  return canRotate
    ? t(
        "The cancel authority can still change allocations and cancel the campaign. On cancellation, recipients lose unvested amounts.",
      )
    : t(
        "The cancel authority can still cancel the campaign. On cancellation, recipients lose unvested amounts.",
      );
}

/** Returns the facts on which the possible actions of a campaign depend, from its view. */
function toActionFacts(view: CampaignDetail): ActionFacts {
  const { instantRefunded, settled, withdrawn, paused, leafCount, cancellable, mint, milestones } = view;
  const { cancelAuthority, pauseAuthority, cancelledAt, minCliffTime, vault } = view;
  return {
    ...{ instantRefunded, settled, withdrawn, paused, leafCount, cancellable, mint },
    ...{ cancelAuthority, pauseAuthority },
    settledAmount: BigInt(view.settledAmount),
    totalClaimed: BigInt(view.totalClaimed),
    totalSupply: BigInt(view.totalSupply),
    cancelledAt: cancelledAt === null ? null : BigInt(cancelledAt),
    minCliffTime: minCliffTime === null ? null : BigInt(minCliffTime),
    // The view has only the earliest cliff of all leaves, including milestones. A refund depends on that
    // cliff.
    firstTimedCliff: null,
    vaultBalance: vault && BigInt(vault.balance),
    usedMilestones: milestones.map(({ index }) => index),
    releasedMilestones: milestones.flatMap(({ index, released }) => (released ? [index] : [])),
  };
}
