"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { ErrorNotice } from "@/components/ui/notice";
import { readAnswer } from "./parse-signed-result";

/** Larger than any exported file. */
const MAX_FILE_BYTES = 1_000_000;

type ReturnFormProps = {
  wire: Uint8Array;
  programId: string;
  onSigned: (signed: Uint8Array) => void;
  /** Looks up a signature. Without it, the form accepts only a signed transaction. */
  onSignature?: (signature: string) => Promise<void>;
};

/** Imports an offline signature and shows its errors. */
export function ReturnForm({ wire, programId, onSigned, onSignature }: ReturnFormProps) {
  const t = useTranslator();
  const [text, setText] = useState("");
  const importSignature = useMutation({
    mutationFn: async (input: string) => {
      const result = readAnswer(t, input, { wire, programId });
      if ("signed" in result) return onSigned(result.signed);
      if (!onSignature) throw new RangeError(t("This signature does not match the export."));
      return onSignature(result.signature);
    },
  });
  const importFile = async (file: File | undefined) => {
    if (!file) return;
    const content = file.size > MAX_FILE_BYTES ? "" : await file.text();
    setText(content);
    importSignature.mutate(content);
  };
  return (
    <section className="space-y-3">
      <h3 className="text-sm font-semibold">{t("Import signature")}</h3>
      <Field
        id="signed-elsewhere"
        label={onSignature ? t("Signed transaction or its signature") : t("Signed proof")}
        hint={t("base64, base58 or the content of the file")}
      >
        <textarea
          id="signed-elsewhere"
          rows={3}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-describedby="signed-elsewhere-note"
          onChange={(event) => setText(event.target.value)}
          className="w-full rounded-box border border-line-strong bg-surface p-3 font-mono text-xs"
        />
      </Field>
      <ErrorNotice error={importSignature.error} />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={importSignature.isPending} onClick={() => importSignature.mutate(text)}>
          {t("Verify and continue")}
        </Button>
        <label className={buttonClass("secondary", "cursor-pointer focus-within:outline-2")}>
          <Icon name="upload" className="size-4" /> {t("Choose signed file")}
          <input
            type="file"
            accept="application/json,.json"
            className="sr-only"
            onChange={(event) => importFile(event.target.files?.[0])}
          />
        </label>
      </div>
    </section>
  );
}
