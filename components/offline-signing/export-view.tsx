"use client";

import bs58 from "bs58";
import { useTranslator } from "@/components/i18n/use-translator";
import { download } from "@/components/review/document";
import { useNetwork } from "@/components/shell/network";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { CopyButton } from "@/components/ui/values/copy-button";
import { describeMessage, proofText } from "@/lib/core/offline/describe-message";
import { toBase64, writeExport } from "@/lib/core/offline/export-file";
import { splitWire } from "@/lib/core/offline/wire-parts";
import type { LookupTable } from "@/lib/core/plans/plan";

/** The encodings of a transaction, by the names that wallets and multisigs use. */
const ENCODINGS = { base64: toBase64, base58: bs58.encode };

type ExportViewProps = {
  wire: Uint8Array;
  programId: string;
  /** The lookup tables that the transaction names. */
  lookupTables?: readonly LookupTable[];
};

/** Shows an unsigned transaction as text and offers its export formats. */
export function ExportView({ wire, programId, lookupTables = [] }: ExportViewProps) {
  const t = useTranslator();
  const network = useNetwork();
  const described = describeMessage(splitWire(wire).message, programId, { t, lookupTables });
  const isProof = proofText(described) !== null;
  const { name, genesis } = network ?? { name: "unknown", genesis: "" };
  const file = () =>
    download({
      name: `${isProof ? "proof" : "transaction"}-${Date.now()}.json`,
      type: "application/json",
      chunks: [writeExport(wire, { network: { name, genesis }, programId, lookupTables })],
    });
  return (
    <section className="space-y-3">
      <h3 className="text-sm font-semibold">
        {t("To be signed on {network}", { network: network?.name ?? t("unknown") })}
      </h3>
      <pre className="rounded-box border border-line bg-raised p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {described.lines.join("\n")}
      </pre>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Button onClick={file}>
          <Icon name="download" className="size-4" /> {t("Download file")}
        </Button>
        {Object.entries(ENCODINGS).map(([encoding, encode]) => (
          <span key={encoding}>
            {encoding} <CopyButton text={encode(wire)} label={t("Copy as {encoding}", { encoding })} />
          </span>
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        {t("Sign the file offline with npm run sign from this project.")}{" "}
        {!isProof && t("Or paste base58 or base64 where your multisig imports transactions.")}
      </p>
    </section>
  );
}
