"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { ledger } from "@/components/ledger/connection";
import type { ExportedTransaction } from "@/components/ledger/sent-transactions";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice, Skeleton } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import type { SignedOffline } from "@/components/wallet/wallet-store";
import { isOver } from "@/lib/client/ledger/deliver";
import { fromBase64 } from "@/lib/core/offline/export-file";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { ExportChoiceForm } from "./export-choice-form";
import { exportedBefore, programOf } from "./export-plan";
import { ExportView } from "./export-view";
import { type OfflineRequest, useOfflineRequest } from "./offline-signing-store";
import { ReturnForm } from "./return-form";

/** Exports a transaction or proof for offline signing and imports its signatures. */
export default function OfflineSigningDialog() {
  const t = useTranslator();
  const asked = useOfflineRequest();
  if (!asked) return null;
  const { wanted, answer } = asked;
  const isPlan = wanted.kind === "plan";
  const leave = () =>
    asked.leave(
      isPlan
        ? t(
            "Nothing was sent. If you have exported it, come back here with its signatures: it is kept in this browser.",
          )
        : t("Nothing was proved, and nothing was sent."),
    );
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={isPlan ? t("Sign it elsewhere") : t("Prove who you are, elsewhere")}
      description={
        isPlan
          ? t(
              "Take the transaction to the key, a multisig or a machine without a network, and bring its signatures back. Nothing is sent before.",
            )
          : t(
              "The service wants to know that it is you. This moves nothing and costs nothing; it has to be back within five minutes.",
            )
      }
    >
      {wanted.kind === "plan" ? (
        <OfflinePlan wanted={wanted} answer={answer} />
      ) : (
        <>
          <ExportView wire={wanted.wire} programId={DEFAULT_PROGRAM_ID} />
          <ReturnForm
            wire={wanted.wire}
            programId={DEFAULT_PROGRAM_ID}
            onSigned={(signed) => answer({ signed, until: { lastValidBlockHeight: 0 } })}
          />
        </>
      )}
      <div className="flex justify-end">
        <Button onClick={leave}>{isPlan ? t("Later") : t("Not now")}</Button>
      </div>
    </Dialog>
  );
}

type PlanProps = { wanted: OfflineRequest & { kind: "plan" }; answer: (signed: SignedOffline) => void };

function OfflinePlan({ wanted, answer }: PlanProps) {
  const t = useTranslator();
  const { plan, intent } = wanted;
  const [kept] = useState(() => exportedBefore(plan, intent));
  const [exported, setExported] = useState<ExportedTransaction | null>(kept);
  const programId = programOf(plan);
  if (!exported) return <ExportChoiceForm {...{ wanted }} onExported={setExported} />;
  const wire = fromBase64(exported.wire);
  return (
    <>
      {exported === kept && (
        <Notice
          tone="info"
          title={t("You have exported this already")}
          action={<Button onClick={() => setExported(null)}>{t("Export it anew")}</Button>}
        >
          <Trans
            id="On {date}. Bring its signatures back below."
            values={{ date: <Time at={BigInt(Math.floor(exported.exportedAt / 1000))} /> }}
          />
        </Notice>
      )}
      <StillGood exported={exported} />
      <ExportView wire={wire} programId={programId} />
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
function StillGood({ exported }: { exported: ExportedTransaction }) {
  const t = useTranslator();
  const ends = useQuery({
    queryKey: ["exported-ends", exported.wire],
    queryFn: () => isOver(exported, ledger()),
    refetchInterval: 15_000,
    staleTime: 0,
  });
  if (ends.isPending) return <Skeleton lines={1} label={t("Looking whether it is still good")} />;
  if (!ends.data) return null;
  return (
    <Notice tone="warn" title={t("It can be sent no more")}>
      {exported.nonce
        ? t(
            "Its nonce was used or advanced since. If it was sent by somebody, paste its signature; if not, export it anew.",
          )
        : t(
            "Its minute is over. If it was sent by somebody, or a multisig takes its instructions, paste the signature; if not, export it anew.",
          )}
    </Notice>
  );
}
