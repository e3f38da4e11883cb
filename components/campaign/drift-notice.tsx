import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Notice } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";

/** The fields that differ while claims are missing from the index. */
const CLAIM_FIELDS = ["claimedSum", "totalClaimed"];

type DriftNoticeProps = { campaign: Pick<CampaignDetail, "drift">; token: Token };

/** Warns that the index and the network differ in a campaign. Renders nothing if both agree. */
export function DriftNotice({ campaign: { drift }, token }: DriftNoticeProps) {
  const t = useTranslator();
  const [first] = drift ?? [];
  if (!drift || !first) return null;
  const ofClaims = drift.filter(({ field }) => CLAIM_FIELDS.includes(field));
  return (
    <Notice tone="warn" title={t("The index differs from the network for this campaign")}>
      {ofClaims.length > 0 && (
        <p>
          <Trans
            id="Claims of {amount} are missing from the index. Claimable amounts may be too high."
            values={{ amount: <Amount value={getMissingAmount(ofClaims)} token={token} /> }}
          />
        </p>
      )}
      {ofClaims.length < drift.length && (
        <p>{t("The status, recipients, supply or authorities shown here may be out of date.")}</p>
      )}
      <p>
        {t(
          "The service repairs this automatically. Until then, check the simulation of a transaction before you sign.",
        )}
      </p>
      <p>
        <Trans
          id="Detected on {date}, compared with the network at slot {slot}."
          values={{ date: <Time at={first.detectedAt} />, slot: newestSlot(drift).toString() }}
        />
      </p>
    </Notice>
  );
}

type Differences = NonNullable<CampaignDetail["drift"]>;

/**
 * Returns the largest amount, in base units, by which the claims on the network exceed the indexed claims.
 */
const getMissingAmount = (differences: Differences): bigint =>
  differences
    .map(({ indexed, onChain }) => BigInt(onChain) - BigInt(indexed))
    .map((difference) => (difference < 0n ? -difference : difference))
    .reduce((largest, difference) => (difference > largest ? difference : largest), 0n);

const newestSlot = (differences: Differences): bigint =>
  differences.map(({ slot }) => BigInt(slot)).reduce((newest, slot) => (slot > newest ? slot : newest), 0n);

/** Marks a campaign in a list if the index and the network differ. */
export function DriftBadge() {
  const t = useTranslator();
  return <Badge tone="warn">{t("Index differs")}</Badge>;
}

/** States that the amounts of a recipient are not certain. */
export function UncertainAmounts() {
  const t = useTranslator();
  return (
    <>
      {t(
        "The index differs from the network for this campaign, so these amounts are not certain. Check the simulation before you sign.",
      )}
    </>
  );
}
