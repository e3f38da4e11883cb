"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { solanaConnection } from "@/components/network/connection";
import type { ExportedTransaction } from "@/components/network/sent-transactions";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice, Skeleton } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import type { SignedOffline } from "@/components/wallet/wallet-store";
import { isOver } from "@/lib/client/network/deliver";
import { describeMessage, proofText } from "@/lib/core/offline/describe-message";
import { fromBase64 } from "@/lib/core/offline/export-file";
import { splitWire } from "@/lib/core/offline/wire-parts";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { ExportChoiceForm } from "./export-choice-form";
import { exportedBefore, getProgram, namedTables } from "./export-plan";
import { ExportView } from "./export-view";
import { type OfflineRequest, useOfflineRequest } from "./offline-signing-store";
import { ReturnForm } from "./return-form";

/** Exports a transaction or proof for offline signing and imports its signatures. */
export default function OfflineSigningDialog() {
  const t = useTranslator();
  const pending = useOfflineRequest();
  if (!pending) return null;
  const { request, answer } = pending;
  const isOnlyProof = isProof(request);
  const leave = () =>
    pending.leave(
      isOnlyProof
        ? t("Your identity was not verified. Nothing was sent.")
        : t(
            "Nothing was sent. An exported transaction stays in this browser. Return here to import its signatures.",
          ),
    );
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={isOnlyProof ? t("Prove your identity offline") : t("Sign offline")}
      description={
        isOnlyProof
          ? t(
              "The service verifies your identity. This moves no funds and costs nothing. Import the signed proof within five minutes.",
            )
          : t(
              "Sign the transaction on an offline device or in a multisig, then import its signatures here. Nothing is sent before that.",
            )
      }
    >
      {request.kind === "plan" ? (
        <OfflinePlan request={request} answer={answer} />
      ) : (
        <>
          <ExportView wire={request.wire} programId={DEFAULT_PROGRAM_ID} />
          <ReturnForm
            wire={request.wire}
            programId={DEFAULT_PROGRAM_ID}
            onSigned={(signed) => answer({ signed, until: { lastValidBlockHeight: 0 } })}
          />
        </>
      )}
      <div className="flex justify-end">
        <Button onClick={leave}>{isOnlyProof ? t("Cancel") : t("Continue later")}</Button>
      </div>
    </Dialog>
  );
}

/** Returns whether the bytes only prove an identity. Every other transaction can move funds. */
const isProof = (request: OfflineRequest): boolean =>
  request.kind === "wire" &&
  proofText(describeMessage(splitWire(request.wire).message, DEFAULT_PROGRAM_ID)) !== null;

type PlanProps = { request: OfflineRequest & { kind: "plan" }; answer: (signed: SignedOffline) => void };

function OfflinePlan({ request, answer }: PlanProps) {
  const t = useTranslator();
  const { plan, intent } = request;
  const [stored] = useState(() => exportedBefore(plan, intent));
  const [exported, setExported] = useState<ExportedTransaction | null>(stored);
  const programId = getProgram(plan);
  if (!exported) return <ExportChoiceForm {...{ request }} onExported={setExported} />;
  const wire = fromBase64(exported.wire);
  return (
    <>
      {exported === stored && (
        <Notice
          tone="info"
          title={t("You have already exported this transaction")}
          action={<Button onClick={() => setExported(null)}>{t("Export again")}</Button>}
        >
          <Trans
            id="Exported on {date}. Import its signatures below."
            values={{ date: <Time at={BigInt(Math.floor(exported.exportedAt / 1000))} /> }}
          />
        </Notice>
      )}
      <ExpiryNotice exported={exported} />
      <ExportView {...{ wire, programId }} lookupTables={namedTables(plan, wire) ?? []} />
      <ReturnForm
        wire={wire}
        programId={programId}
        onSigned={(signed) => answer({ signed, until: exported })}
        onSignature={async (signature) => {
          const { requireDone } = await import("./look-up");
          await requireDone(t, signature, { plan, slot: exported.slot });
          answer({ landed: signature });
        }}
      />
    </>
  );
}

/** Warns when an exported transaction can no longer land. */
function ExpiryNotice({ exported }: { exported: ExportedTransaction }) {
  const t = useTranslator();
  const expiry = useQuery({
    queryKey: ["exported-ends", exported.wire],
    queryFn: () => isOver(exported, solanaConnection()),
    refetchInterval: 15_000,
    staleTime: 0,
  });
  if (expiry.isPending)
    return <Skeleton lines={1} label={t("Checking whether the transaction is still valid")} />;
  if (!expiry.data) return null;
  return (
    <Notice tone="warn" title={t("This transaction has expired")}>
      {exported.nonce
        ? t(
            "Its nonce was used or advanced since the export. If the transaction was sent, paste its signature. Otherwise, export it again.",
          )
        : t(
            "The time limit of about a minute has passed. If the transaction was sent or a multisig imported its instructions, paste the signature. Otherwise, export it again.",
          )}
    </Notice>
  );
}
