import { type ReactNode, useMemo } from "react";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { CostFacts, exactly } from "@/components/review/costs";
import { download, PrintButton, ReviewDocument, ReviewSection } from "@/components/review/document";
import { PartyFacts } from "@/components/review/parties";
import { RecipientList } from "@/components/review/recipient-list";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { WholeAddress } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { Trans } from "@/components/words/trans";
import { useWords } from "@/components/words/use-words";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { Token } from "@/lib/core/views/names";
import type { Words } from "@/lib/core/words/words";
import type { Preflight } from "../preflight/run-preflight";

type CreationReviewProps = {
  pending: PendingCampaign;
  token: Token;
  preflight: Preflight;
  account: WalletAccount;
};

/** All that a creation does, before anything is signed. */
export function CreationReview({ pending, token, preflight, account }: CreationReviewProps) {
  const { leaves, totalSupply, treeAddress, metadata } = pending;
  const { network, costs } = preflight;
  const t = useWords();
  const amount = <strong>{exactly(totalSupply, token, t)}</strong>;
  const counts = { count: preflight.recipients.total, leaves: leaves.length };
  return (
    <ReviewDocument
      sentence={<WhatIsLocked {...{ amount, ...counts }} network={network.name} name={metadata?.name} />}
    >
      <ReviewSection title={t("What you sign")}>
        <Facts>
          <PartyFacts {...{ network, account, treeAddress, token }} />
          <Fact label={t("You lock")}>
            <Trans id="{amount} ({units} base units)" values={{ amount, units: t.count(totalSupply) }} />
          </Fact>
          <Fact label={t("For")}>{allocationsText(t, counts)}</Fact>
          <Fact label={t("Merkle root")}>
            <WholeAddress address={pending.merkleRoot} name="root" />
          </Fact>
        </Facts>
      </ReviewSection>
      <ReviewSection title={t("What it costs")}>
        <CostFacts costs={costs} token={token} />
        <p className="mt-1 text-sm text-ink-soft">
          {t("Rent stays in the new accounts. Your wallet may add a priority fee of its own.")}
        </p>
      </ReviewSection>
      <ReviewSection title={t("What can be undone later, and by whom")}>
        <Undoing pending={pending} />
      </ReviewSection>
      <ReviewSection title={t("Recipients")}>
        <RecipientList leaves={leaves} token={token} treeAddress={treeAddress} />
      </ReviewSection>
      <div className="print:hidden">
        <PrintButton />
      </div>
      <OfflineCheck pending={pending} />
    </ReviewDocument>
  );
}

/** The leaves of one recipient are one allocation. */
type Counts = { count: number; leaves: number };

type LockedProps = Counts & { amount: ReactNode; network: string; name: string | undefined };

/** The sentence that says it all. */
function WhatIsLocked({ name, count, leaves, ...of }: LockedProps) {
  const values = { ...of, count, leaves };
  if (name) {
    return (
      <Trans
        id={
          leaves === 1
            ? "You lock {amount} for one recipient in a new campaign “{name}” on {network}."
            : count === leaves
              ? "You lock {amount} for {count, plural, one {# allocation} other {# allocations}} in a new campaign “{name}” on {network}."
              : "You lock {amount} for {count, plural, one {# allocation} other {# allocations}} in {leaves, plural, one {# leaf} other {# leaves}} in a new campaign “{name}” on {network}."
        }
        values={{ ...values, name }}
      />
    );
  }
  return (
    <Trans
      id={
        leaves === 1
          ? "You lock {amount} for one recipient in a new campaign on {network}."
          : count === leaves
            ? "You lock {amount} for {count, plural, one {# allocation} other {# allocations}} in a new campaign on {network}."
            : "You lock {amount} for {count, plural, one {# allocation} other {# allocations}} in {leaves, plural, one {# leaf} other {# leaves}} in a new campaign on {network}."
      }
      values={values}
    />
  );
}

function allocationsText(t: Words, { count, leaves }: Counts): string {
  if (leaves === 1) return t("1 recipient");
  if (count === leaves) return t("{count, plural, one {# allocation} other {# allocations}}", { count });
  return t(
    "{count, plural, one {# allocation} other {# allocations}} in {leaves, plural, one {# leaf} other {# leaves}}",
    { count, leaves },
  );
}

/** One pass over typed bytes, some ten milliseconds for a million. */
function milestonesOf(leaves: LeafList): ReadonlySet<number> {
  const milestones = new Set<number>();
  for (let place = 0; place < leaves.length; place++) {
    if (leaves.releaseType(place) === ReleaseType.Milestone) milestones.add(leaves.milestoneIdx(place));
  }
  return milestones;
}

function Undoing({ pending }: { pending: PendingCampaign }) {
  const { cancellable, cancelAuthority, pauseAuthority, creator, leaves, minCliffTime } = pending;
  const milestones = useMemo(() => milestonesOf(leaves), [leaves]);
  const t = useWords();
  // Another address than the reader's is shown with all its characters.
  const isOther = (holder: string | null) => holder !== null && holder !== creator;
  const by = (holder: string | null) => ({
    authority: holder && <WholeAddress address={holder} name="authority" />,
  });
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm">
      {cancellable ? (
        <>
          <li>
            <Trans
              id={
                isOther(cancelAuthority)
                  ? "{authority} can cancel it until all is claimed: vesting stops then. Recipients keep at least 7 days to claim what has vested; after that you can take back what is left."
                  : "You can cancel it until all is claimed: vesting stops then. Recipients keep at least 7 days to claim what has vested; after that you can take back what is left."
              }
              values={by(cancelAuthority)}
            />
          </li>
          <li>
            {leaves.length === 1 ? (
              t("Or you end it at once: what has vested is paid to the recipient, the rest to you.")
            ) : (
              <Trans
                id="Before the first cliff, {date}, and while no milestone is released, you can take everything back at once."
                values={{ date: <Time at={minCliffTime} /> }}
              />
            )}
          </li>
          <li>
            <Trans
              id={
                isOther(cancelAuthority)
                  ? "{authority} can replace the recipients and amounts, within what is locked now. You cannot: this is as much as holding what has not been claimed."
                  : "You can replace the recipients and amounts, within what is locked now."
              }
              values={by(cancelAuthority)}
            />
          </li>
        </>
      ) : (
        <li>{t("You can cancel and change it: no, never. Nobody can take anything back, you included.")}</li>
      )}
      <li>
        <Trans
          id={
            pauseAuthority === null
              ? "Nobody can pause claims."
              : isOther(pauseAuthority)
                ? "{authority} can pause claims and resume them."
                : "You can pause claims and resume them."
          }
          values={by(pauseAuthority)}
        />
      </li>
      {milestones.size > 0 && (
        <li>
          {t(
            "{count, plural, one {You alone release the milestone; a release cannot be taken back.} other {You alone release the # milestones; a release cannot be taken back.}}",
            { count: milestones.size },
          )}
        </li>
      )}
      <li>{t("These rights are fixed at the creation: none can be added, taken back or handed on.")}</li>
    </ul>
  );
}

function OfflineCheck({ pending }: { pending: PendingCampaign }) {
  const t = useWords();
  return (
    <details className="rounded-box border border-line p-3 text-sm print:hidden">
      <summary className="font-medium">{t("Check the root yourself, offline")}</summary>
      <div className="mt-2 space-y-2 text-ink-soft">
        <p>
          <Trans
            id="The root was computed in this browser from your rows. Keep the file below: from it anyone can compute the root again with {command} of this project, or with code of their own, and without a network."
            values={{ command: <code className="font-mono">{VERIFY}</code> }}
          />
        </p>
        <p>
          {t(
            "A leaf is the keccak256 of a zero byte and 70 bytes: index u32, beneficiary, amount u64, release type u8, start, cliff and end i64, milestone u8, all little-endian. A node is the keccak256 of a one byte and its two children. An odd last node is paired with itself.",
          )}
        </p>
        <Button
          onClick={() =>
            download({
              name: `campaign-${pending.treeAddress.slice(0, 8)}.json`,
              type: "application/json",
              chunks: verificationFile(pending),
            })
          }
        >
          <Icon name="download" className="size-4" /> {t("Leaves and root")}
        </Button>
      </div>
    </details>
  );
}

const VERIFY = "npm run verify-root";
const LEAVES_A_CHUNK = 1_000;

/** The leaves and root as a file that anyone can check without this service, in pieces of text. */
function* verificationFile({ treeAddress, merkleRoot, leaves }: PendingCampaign): Generator<string> {
  const text = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
  const head = JSON.stringify({ treeAddress, merkleRoot, leafCount: leaves.length }).slice(0, -1);
  yield `${head},"leaves":[\n`;
  for (let from = 0; from < leaves.length; from += LEAVES_A_CHUNK) {
    const lines = leaves.slice(from, from + LEAVES_A_CHUNK).map((leaf) => JSON.stringify(leaf, text));
    yield `${from > 0 ? ",\n" : ""}${lines.join(",\n")}`;
  }
  yield "\n]}\n";
}
