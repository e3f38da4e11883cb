"use client";

import bs58 from "bs58";
import { download } from "@/components/review/document";
import { useNetwork } from "@/components/shell/network";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { CopyButton } from "@/components/ui/values/copy-button";
import { toBase64, writeExport } from "@/lib/core/offline/export-file";
import { messageWords, proofText } from "@/lib/core/offline/message-words";
import { splitWire } from "@/lib/core/offline/wire-parts";

type ExportViewProps = { wire: Uint8Array; programId: string };

/** An unsigned transaction in words, and in the forms that other places take. */
export function ExportView({ wire, programId }: ExportViewProps) {
  const network = useNetwork();
  const words = messageWords(splitWire(wire).message, programId);
  const isProof = proofText(words) !== null;
  const { name, genesis } = network ?? { name: "unknown", genesis: "" };
  const file = () =>
    download({
      name: `${isProof ? "proof" : "transaction"}-${Date.now()}.json`,
      type: "application/json",
      chunks: [writeExport(wire, { network: { name, genesis }, programId })],
    });
  return (
    <section className="space-y-3">
      <h3 className="text-sm font-semibold">What is to be signed, on {name}</h3>
      <pre className="rounded-box border border-line bg-raised p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {words.lines.join("\n")}
      </pre>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Button onClick={file}>
          <Icon name="download" className="size-4" /> As a file
        </Button>
        <span>
          base64 <CopyButton text={toBase64(wire)} label="Copy as base64" />
        </span>
        <span>
          base58 <CopyButton text={bs58.encode(wire)} label="Copy as base58" />
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        {isProof
          ? "Sign the file with npm run sign of this project, offline."
          : "Sign the file with npm run sign of this project, offline, or paste base58 or base64 where your multisig imports transactions."}
      </p>
    </section>
  );
}
