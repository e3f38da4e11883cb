"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { readTreeRoot } from "@/components/network/tree-root";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ErrorNotice } from "@/components/ui/notice";
import { Result } from "@/components/ui/result";
import { CopyButton } from "@/components/ui/values/copy-button";
import type { ProofView } from "@/lib/contract/leaf";
import type { CheckedProof } from "./check-proof";

type ProofCheckProps = {
  proof: ProofView;
  leafCount: number;
  programId: string;
  /** The fields of the leaf, between the result and its steps. */
  children: ReactNode;
};

/** States whether a proof is valid and current, then offers each step from the leaf to the root. */
export function ProofCheck({ proof, leafCount, programId, children }: ProofCheckProps) {
  const t = useTranslator();
  const { treeAddress, merkleRoot, leaf } = proof;
  const check = useQuery({
    queryKey: ["proof", treeAddress, merkleRoot, leaf.leafIndex],
    queryFn: async () => (await import("./check-proof")).checkProof(proof, leafCount),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <ErrorNotice
        error={check.error}
        action={<Button onClick={() => check.refetch()}>{t("Try again")}</Button>}
      />
      {check.data?.isValid === false && <InvalidProof root={check.data.root} merkleRoot={merkleRoot} />}
      {(check.data?.isValid || check.isPending) && (
        <ProofResult isPending={check.isPending} proof={proof}>
          <LedgerRoot {...{ treeAddress, merkleRoot, programId }} />
        </ProofResult>
      )}
      {children}
      {check.data && <Steps check={check.data} />}
    </>
  );
}

type ProofResultProps = { isPending: boolean; proof: ProofView; children: ReactNode };

/** States that the proof is valid, or that it is being checked, in the same place, so that nothing moves. */
function ProofResult({ isPending, proof: { merkleRoot, proof }, children }: ProofResultProps) {
  const t = useTranslator();
  const tone = isPending ? "pending" : "good";
  const siblings = proof.length;
  return (
    <Result tone={tone}>
      <div role="status">
        <h2 className="text-xl font-semibold">
          {isPending
            ? t("Checking whether this allocation is in the list…")
            : t("This allocation is in the campaign’s recipient list")}
        </h2>
      </div>
      <ul className="mt-3 space-y-3 text-sm">
        <CheckedLine tone={tone}>
          {isPending
            ? t("This browser computes the Merkle root. It should be:")
            : t(
                "{siblings, plural, one {Computed in this browser from the allocation and # hash. The Merkle root is:} other {Computed in this browser from the allocation and # hashes. The Merkle root is:}}",
                { siblings },
              )}
          <span className="mt-1 flex items-start gap-1">
            <Hash text={merkleRoot} />
            <CopyButton text={merkleRoot} label={t("Copy the Merkle root")} />
          </span>
        </CheckedLine>
        {children}
      </ul>
    </Result>
  );
}

function InvalidProof({ root, merkleRoot }: { root: string; merkleRoot: string }) {
  const t = useTranslator();
  return (
    <Result tone="danger">
      <div role="alert">
        <h2 className="text-xl font-semibold">{t("The proof is not valid")}</h2>
      </div>
      <p className="mt-2 text-sm">
        <Trans
          id="The allocation and the hashes of the proof produce {found}, but the Merkle root is {root}. The program would reject a claim with this proof."
          values={{ found: <Hash text={root} />, root: <Hash text={merkleRoot} /> }}
        />
      </p>
    </Result>
  );
}

const LINE_MARKS = {
  good: { icon: "tick", look: "text-success" },
  warn: { icon: "warning", look: "text-warn" },
  pending: { icon: "clock", look: "text-ink-soft" },
} as const;

function CheckedLine({ tone, children }: { tone: keyof typeof LINE_MARKS; children: ReactNode }) {
  const { icon, look } = LINE_MARKS[tone];
  return (
    <li className="flex gap-2.5">
      <Icon name={icon} className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}

type LedgerRootProps = { treeAddress: string; merkleRoot: string; programId: string };

function LedgerRoot({ treeAddress, merkleRoot, programId }: LedgerRootProps) {
  const t = useTranslator();
  const onLedger = useQuery({
    queryKey: ["ledger-root", treeAddress],
    queryFn: () => readTreeRoot({ treeAddress, programId }, { t }),
    staleTime: 0,
  });
  if (onLedger.isPending) {
    return (
      <CheckedLine tone="pending">
        <span role="status">{t("Comparing this root with the current root on the network…")}</span>
      </CheckedLine>
    );
  }
  if (onLedger.isError) {
    return (
      <CheckedLine tone="warn">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {t("The root on the network could not be read.")}
          <Button size="small" onClick={() => onLedger.refetch()}>
            {t("Try again")}
          </Button>
        </span>
      </CheckedLine>
    );
  }
  if (onLedger.data === merkleRoot) {
    return <CheckedLine tone="good">{t("This root matches the current root on the network.")}</CheckedLine>;
  }
  return (
    <CheckedLine tone="warn">
      <p className="font-semibold">{t("The network does not have this root now")}</p>
      <p>
        {onLedger.data === null ? (
          t("The campaign account is closed: the campaign has ended and all tokens were paid out.")
        ) : (
          <Trans
            id="The network has {root}. The allocations have changed since; this proof is for an earlier list."
            values={{ root: <Hash text={onLedger.data} /> }}
          />
        )}
      </p>
    </CheckedLine>
  );
}

function Steps({ check }: { check: CheckedProof }) {
  const t = useTranslator();
  const count = check.steps.length;
  return (
    <details className="min-w-0 rounded-card border border-line bg-surface shadow-box">
      <summary className="flex min-h-14 items-center px-4 font-semibold sm:px-5">
        {t("Path to the root")}
        <span className="ml-auto pl-3 text-sm font-normal text-ink-soft">
          {t("{count, plural, one {# step} other {# steps}}", { count })}
        </span>
      </summary>
      <ol className="divide-y divide-line border-t border-line px-4 text-sm sm:px-5">
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
            <Line label={index === count - 1 ? t("root") : t("hash")} text={hash} />
          </li>
        ))}
      </ol>
    </details>
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
