"use client";

import { useQuery } from "@tanstack/react-query";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice, Notice, Skeleton } from "@/components/ui/notice";
import type { ProofView } from "@/lib/contract/leaf";
import type { CheckedProof } from "./check-proof";

type ProofCheckProps = { proof: ProofView; leafCount: number; programId: string };

/** Verifies a proof from its leaf to the root, and compares the root with the Solana network. */
export function ProofCheck({ proof, leafCount, programId }: ProofCheckProps) {
  const t = useTranslator();
  const { treeAddress, merkleRoot, leaf } = proof;
  const check = useQuery({
    queryKey: ["proof", treeAddress, merkleRoot, leaf.leafIndex],
    queryFn: async () => (await import("./check-proof")).checkProof(proof, leafCount),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title={t("Path to the root")}>
      {check.isPending && <Skeleton lines={6} label={t("Verifying the proof")} />}
      <ErrorNotice
        of={check.error}
        action={<Button onClick={() => check.refetch()}>{t("Try again")}</Button>}
      />
      {check.data && (
        <div className="space-y-4">
          <Verdict check={check.data} merkleRoot={merkleRoot} />
          <LedgerRoot {...{ treeAddress, merkleRoot, programId }} />
          <Steps check={check.data} />
        </div>
      )}
    </Card>
  );
}

function Verdict({ check, merkleRoot }: { check: CheckedProof; merkleRoot: string }) {
  const t = useTranslator();
  return check.isValid ? (
    <Notice tone="good" title={t("The proof is valid")} live>
      <Trans
        id="{siblings, plural, one {Computed in this browser: the leaf and its # sibling produce the root {root}.} other {Computed in this browser: the leaf and its # siblings produce the root {root}.}}"
        values={{ siblings: check.steps.length, root: <Hash text={merkleRoot} /> }}
      />
    </Notice>
  ) : (
    <Notice tone="danger" title={t("The proof is not valid")} live>
      <Trans
        id="The leaf and its siblings produce {found}, but the root is {root}. The program would reject a claim with this proof."
        values={{ found: <Hash text={check.root} />, root: <Hash text={merkleRoot} /> }}
      />
    </Notice>
  );
}

type LedgerRootProps = { treeAddress: string; merkleRoot: string; programId: string };

function LedgerRoot({ treeAddress, merkleRoot, programId }: LedgerRootProps) {
  const t = useTranslator();
  const onLedger = useQuery({
    queryKey: ["ledger-root", treeAddress],
    queryFn: async () => (await import("./check-proof")).fetchLedgerRoot({ treeAddress, programId }),
    staleTime: 0,
  });
  if (onLedger.isPending) return <p role="status">{t("Reading the root from the network…")}</p>;
  if (onLedger.isError) {
    return (
      <Notice tone="warn" action={<Button onClick={() => onLedger.refetch()}>{t("Try again")}</Button>}>
        {t("The root on the network could not be read.")}
      </Notice>
    );
  }
  if (onLedger.data === merkleRoot) {
    return <Notice tone="good">{t("This root matches the current root on the network.")}</Notice>;
  }
  return (
    <Notice tone="warn" title={t("The network does not have this root now")}>
      {onLedger.data === null ? (
        t("The campaign account is closed: the campaign has ended and all tokens were paid out.")
      ) : (
        <Trans
          id="The network has {root}. The allocations have changed since; this proof is for an earlier list."
          values={{ root: <Hash text={onLedger.data} /> }}
        />
      )}
    </Notice>
  );
}

function Steps({ check }: { check: CheckedProof }) {
  const t = useTranslator();
  return (
    <ol className="divide-y divide-line text-sm">
      <li className="space-y-1 py-3">
        <p className="font-medium">{t("The leaf: keccak256(0 ‖ its 70 bytes)")}</p>
        <Line label={t("bytes")} text={check.leafBytes} />
        <Line label={t("hash")} text={check.leafHash} />
      </li>
      {check.steps.map(({ sibling, siblingIsLeft, hash }, index) => (
        <li key={hash} className="space-y-1 py-3">
          <p className="font-medium">
            {siblingIsLeft
              ? t("Step {step}: keccak256(1 ‖ sibling ‖ hash so far), the sibling on the left", {
                  step: index + 1,
                })
              : t("Step {step}: keccak256(1 ‖ hash so far ‖ sibling), the sibling on the right", {
                  step: index + 1,
                })}
          </p>
          <Line label={t("sibling")} text={sibling} />
          <Line label={index === check.steps.length - 1 ? t("root") : t("hash")} text={hash} />
        </li>
      ))}
    </ol>
  );
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <p className="flex flex-wrap gap-x-3">
      <span className="w-16 shrink-0 text-ink-soft">{label}</span>
      <Hash text={text} />
    </p>
  );
}

function Hash({ text }: { text: string }) {
  return <code className="min-w-0 font-mono text-xs break-all">{text}</code>;
}
