import { useMemo } from "react";
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
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { Token } from "@/lib/core/views/names";
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
  const name = metadata?.name ? ` “${metadata.name}”` : "";
  const people = allocationsText(preflight.recipients.total, leaves.length);
  return (
    <ReviewDocument
      sentence={
        <>
          You lock <strong>{exactly(totalSupply, token)}</strong> for {people} in a new campaign{name} on{" "}
          {network.name}.
        </>
      }
    >
      <ReviewSection title="What you sign">
        <Facts>
          <PartyFacts
            network={network.name}
            signer={pending.creator}
            walletName={account.walletName}
            treeAddress={treeAddress}
            token={token}
          />
          <Fact label="You lock">
            <strong>{exactly(totalSupply, token)}</strong> ({totalSupply.toLocaleString("en")} base units)
          </Fact>
          <Fact label="For">{leaves.length === 1 ? "1 recipient" : people}</Fact>
          <Fact label="Merkle root">
            <WholeAddress address={pending.merkleRoot} name="root" />
          </Fact>
        </Facts>
      </ReviewSection>
      <ReviewSection title="What it costs">
        <CostFacts costs={costs} token={token} />
        <p className="mt-1 text-sm text-ink-soft">
          Rent stays in the new accounts. Your wallet may add a priority fee of its own.
        </p>
      </ReviewSection>
      <ReviewSection title="What can be undone later, and by whom">
        <Undoing pending={pending} />
      </ReviewSection>
      <ReviewSection title="Recipients">
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
function allocationsText(count: number, leafCount: number): string {
  if (leafCount === 1) return "one recipient";
  const text = (of: number) => of.toLocaleString("en");
  if (count === leafCount) return `${text(count)} allocations`;
  return `${count === 1 ? "1 allocation" : `${text(count)} allocations`} in ${text(leafCount)} leaves`;
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
  const isStream = leaves.length === 1;
  const milestones = useMemo(() => milestonesOf(leaves), [leaves]);
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm">
      {!cancellable && (
        <li>You can cancel and change it: no, never. Nobody can take anything back, you included.</li>
      )}
      {cancellable && (
        <li>
          <Holder address={cancelAuthority} creator={creator} /> can cancel it until all is claimed: vesting
          stops then. Recipients keep at least 7 days to claim what has vested; after that you can take back
          what is left.
        </li>
      )}
      {cancellable && isStream && (
        <li>Or you end it at once: what has vested is paid to the recipient, the rest to you.</li>
      )}
      {cancellable && !isStream && (
        <li>
          Before the first cliff, <Time at={minCliffTime} />, and while no milestone is released, you can take
          everything back at once.
        </li>
      )}
      {cancellable && (
        <li>
          <Holder address={cancelAuthority} creator={creator} /> can replace the recipients and amounts,
          within what is locked now.
          {cancelAuthority !== creator &&
            " You cannot: this is as much as holding what has not been claimed."}
        </li>
      )}
      {pauseAuthority ? (
        <li>
          <Holder address={pauseAuthority} creator={creator} /> can pause claims and resume them.
        </li>
      ) : (
        <li>Nobody can pause claims.</li>
      )}
      {milestones.size > 0 && (
        <li>
          You alone release {milestones.size === 1 ? "the milestone" : `the ${milestones.size} milestones`}; a
          release cannot be taken back.
        </li>
      )}
      <li>These rights are fixed at the creation: none can be added, taken back or handed on.</li>
    </ul>
  );
}

/** Who may do it: the reader, or another address with all its characters. */
function Holder({ address, creator }: { address: string | null; creator: string }) {
  return address === null || address === creator ? (
    "You"
  ) : (
    <WholeAddress address={address} name="authority" />
  );
}

function OfflineCheck({ pending }: { pending: PendingCampaign }) {
  return (
    <details className="rounded-box border border-line p-3 text-sm print:hidden">
      <summary className="font-medium">Check the root yourself, offline</summary>
      <div className="mt-2 space-y-2 text-ink-soft">
        <p>
          The root was computed in this browser from your rows. Keep the file below: from it anyone can
          compute the root again with <code className="font-mono">npm run verify-root</code> of this project,
          or with code of their own, and without a network.
        </p>
        <p>
          A leaf is the keccak256 of a zero byte and 70 bytes: index u32, beneficiary, amount u64, release
          type u8, start, cliff and end i64, milestone u8, all little-endian. A node is the keccak256 of a one
          byte and its two children. An odd last node is paired with itself.
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
          <Icon name="download" className="size-4" /> Leaves and root
        </Button>
      </div>
    </details>
  );
}

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
