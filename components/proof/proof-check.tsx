"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice, Skeleton } from "@/components/ui/notice";
import type { ProofView } from "@/lib/core/views/leaf";
import type { CheckedProof } from "./check-proof";

type ProofCheckProps = { proof: ProofView; leafCount: number };

/** Follows a proof from its leaf to the root, and asks the ledger whether that is the root it holds. */
export function ProofCheck({ proof, leafCount }: ProofCheckProps) {
  const { treeAddress, merkleRoot, leaf } = proof;
  const check = useQuery({
    queryKey: ["proof", treeAddress, merkleRoot, leaf.leafIndex],
    queryFn: async () => (await import("./check-proof")).checkProof(proof, leafCount),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title="The way to the root">
      {check.isPending && <Skeleton lines={6} label="Hashing the proof" />}
      {check.isError && (
        <Notice tone="danger" live action={<Button onClick={() => check.refetch()}>Try again</Button>}>
          {check.error.message}
        </Notice>
      )}
      {check.data && (
        <div className="space-y-4">
          <Verdict check={check.data} merkleRoot={merkleRoot} />
          <LedgerRoot treeAddress={treeAddress} merkleRoot={merkleRoot} />
          <Steps check={check.data} />
        </div>
      )}
    </Card>
  );
}

function Verdict({ check, merkleRoot }: { check: CheckedProof; merkleRoot: string }) {
  return check.isValid ? (
    <Notice tone="good" title="The proof holds" live>
      Hashed in this browser, the leaf and its {check.steps.length} siblings lead to the root{" "}
      <Hash text={merkleRoot} />.
    </Notice>
  ) : (
    <Notice tone="danger" title="The proof does not hold" live>
      The leaf and its siblings lead to <Hash text={check.root} />, but the root is <Hash text={merkleRoot} />
      . The program would refuse a claim with it.
    </Notice>
  );
}

function LedgerRoot({ treeAddress, merkleRoot }: { treeAddress: string; merkleRoot: string }) {
  const onLedger = useQuery({
    queryKey: ["ledger-root", treeAddress],
    queryFn: async () => (await import("./check-proof")).fetchLedgerRoot(treeAddress),
    staleTime: 0,
  });
  if (onLedger.isPending) return <p role="status">Asking the ledger for its root…</p>;
  if (onLedger.isError) {
    return (
      <Notice tone="warn" action={<Button onClick={() => onLedger.refetch()}>Ask again</Button>}>
        The ledger could not be asked whether it holds this root.
      </Notice>
    );
  }
  if (onLedger.data === merkleRoot) return <Notice tone="good">The ledger holds this very root now.</Notice>;
  return (
    <Notice tone="warn" title="The ledger does not hold this root now">
      {onLedger.data === null ? (
        "The campaign’s account is closed there: it has ended and everything was paid out."
      ) : (
        <>
          It holds <Hash text={onLedger.data} />. The allocations were changed since; this proof is of an
          earlier list.
        </>
      )}
    </Notice>
  );
}

function Steps({ check }: { check: CheckedProof }) {
  return (
    <ol className="divide-y divide-line text-sm">
      <li className="space-y-1 py-3">
        <p className="font-medium">The leaf: keccak256(0 ‖ its 70 bytes)</p>
        <Line label="bytes" text={check.leafBytes} />
        <Line label="hash" text={check.leafHash} />
      </li>
      {check.steps.map(({ sibling, siblingIsLeft, hash }, index) => (
        <li key={hash} className="space-y-1 py-3">
          <p className="font-medium">
            Step {index + 1}: keccak256(1 ‖{" "}
            {siblingIsLeft ? "sibling ‖ hash so far" : "hash so far ‖ sibling"}), the sibling on the{" "}
            {siblingIsLeft ? "left" : "right"}
          </p>
          <Line label="sibling" text={sibling} />
          <Line label={index === check.steps.length - 1 ? "root" : "hash"} text={hash} />
        </li>
      ))}
    </ol>
  );
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <p className="flex flex-wrap gap-x-3">
      <span className="w-14 shrink-0 text-ink-soft">{label}</span>
      <Hash text={text} />
    </p>
  );
}

function Hash({ text }: { text: string }) {
  return <code className="min-w-0 font-mono text-xs break-all">{text}</code>;
}
