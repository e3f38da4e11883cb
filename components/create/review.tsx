"use client";

import { formatAmount } from "@/components/format/amount";
import type { Token } from "@/components/format/token";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { PendingCampaign } from "./pending-store";
import { verificationFile } from "./prepare-campaign";

/** What is about to be created, and the root with a way to check it without us. */
export function Review({ pending, token }: { pending: PendingCampaign; token: Token }) {
  const { leaves, totalSupply, merkleRoot, cancellable, pauseAuthority } = pending;
  return (
    <>
      <Facts>
        <Fact label="You lock">
          <strong>
            {formatAmount(totalSupply, token.decimals)} {token.unit}
          </strong>
        </Fact>
        <Fact label="For">
          {leaves.length === 1 ? "1 recipient" : `${leaves.length.toLocaleString("en")} allocations`}
        </Fact>
        <Fact label="You can cancel and change it">
          {cancellable ? "yes, until it is over" : "no, never"}
        </Fact>
        <Fact label="You can pause claims">{pauseAuthority ? "yes" : "no"}</Fact>
        <Fact label="Merkle root">
          <Address address={merkleRoot} name="root" ends={8} />
        </Fact>
        <Fact label="Campaign address">
          <Address address={pending.treeAddress} name="campaign" ends={6} />
        </Fact>
      </Facts>
      <details className="mt-3 rounded-box border border-line p-3 text-sm">
        <summary className="font-medium">Check the root yourself, offline</summary>
        <div className="mt-2 space-y-2 text-ink-soft">
          <p>
            The root was computed in this browser from your rows. Keep the file below: from it anyone can
            compute the root again with <code className="font-mono">npm run verify-root</code> of this
            project, or with code of their own, and without a network.
          </p>
          <p>
            A leaf is the keccak256 of a zero byte and 70 bytes: index u32, beneficiary, amount u64, release
            type u8, start, cliff and end i64, milestone u8, all little-endian. A node is the keccak256 of a
            one byte and its two children. An odd last node is paired with itself.
          </p>
          <Button onClick={() => download(pending)}>
            <Icon name="download" className="size-4" /> Leaves and root
          </Button>
        </div>
      </details>
    </>
  );
}

function download(pending: PendingCampaign) {
  const address = URL.createObjectURL(new Blob([verificationFile(pending)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `campaign-${pending.treeAddress.slice(0, 8)}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
