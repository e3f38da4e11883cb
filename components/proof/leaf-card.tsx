import { RELEASE_TYPE_NAMES } from "@/components/campaign/schedule-text";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import type { ProofView } from "@/lib/core/views/leaf";
import type { Token } from "@/lib/core/views/names";

/** A leaf as the program hashes it, field by field, and its proof as a file. */
export function LeafCard({ proof, token }: { proof: ProofView; token: Token }) {
  const { leaf } = proof;
  return (
    <Card title="The leaf" aside={<ProofFile proof={proof} />}>
      <Facts>
        <Fact label="Leaf index">{leaf.leafIndex}</Fact>
        <Fact label="Recipient">
          <span className="font-mono break-all">{leaf.beneficiary}</span>
        </Fact>
        <Fact label="Amount">
          <Amount of={leaf.amount} token={token} exact />
          <span className="block text-ink-soft">{leaf.amount} base units</span>
        </Fact>
        <Fact label="Token">
          <TokenName token={token} />
        </Fact>
        <Fact label="Release">
          {RELEASE_TYPE_NAMES[leaf.releaseType]} ({leaf.releaseType})
        </Fact>
        <Fact label="Start">
          <Moment at={leaf.startTime} />
        </Fact>
        <Fact label="Cliff">
          <Moment at={leaf.cliffTime} />
        </Fact>
        <Fact label="End">
          <Moment at={leaf.endTime} />
        </Fact>
        <Fact label="Milestone number">{leaf.milestoneIdx}</Fact>
        <Fact label="Campaign">
          <Address address={proof.treeAddress} name="tree" />
        </Fact>
        <Fact label="Root version">{proof.rootVersion}</Fact>
      </Facts>
    </Card>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <>
      <Time at={at} /> <span className="block text-ink-soft">{at} in unix seconds</span>
    </>
  );
}

function ProofFile({ proof }: { proof: ProofView }) {
  return (
    <a
      href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(proof, null, 1))}`}
      download={`proof-${proof.treeAddress}-${proof.leaf.leafIndex}.json`}
      className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
    >
      <Icon name="download" className="size-4" /> Leaf, proof and root as JSON
    </a>
  );
}
