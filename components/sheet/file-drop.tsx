"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Sheet } from "./sheet";

const ADDRESS = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";

/** One row with a quarter at the cliff, and one row with its own start. */
const MONTHS_TEMPLATE = [
  "beneficiary,amount,startTime,upfrontPercent,cliffPercent,cliffMonths,durationMonths,steps",
  `${ADDRESS},1500.25,2027-01-01,0,25,12,48,linear`,
  `${ADDRESS},250,2027-03-15,10,0,0,6,monthly`,
].join("\n");

const TEMPLATE = [
  "beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx",
  `${ADDRESS},1500.25,linear,2027-01-01,2027-07-01,2030-01-01,`,
  `${ADDRESS},250,milestone,2027-01-01,2027-01-01,2027-01-01,1`,
].join("\n");

type FileDropProps = {
  onFile: (file: File) => void;
  problem: string | null;
  /** Whether rows can state the schedule in percentages and months. */
  takesMonths?: boolean;
};

/** Accepts a CSV file or an Excel workbook by drag and drop or selection, and offers templates. */
export function FileDrop({ onFile, problem, takesMonths = false }: FileDropProps) {
  const t = useTranslator();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file) onFile(file);
  };
  return (
    <fieldset
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files[0]);
      }}
      className={`flex flex-col items-center gap-3 rounded-box border-2 border-dashed px-4 py-8 text-center ${isOver ? "border-accent bg-accent-soft" : "border-line-strong"}`}
    >
      <legend className="sr-only">{t("Recipients file")}</legend>
      <Icon name="upload" className="size-8 text-ink-soft" />
      <p>{t("Drop a CSV or Excel file of recipients here, or choose one.")}</p>
      <input
        ref={input}
        id="recipients-file"
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={t("Recipients file")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button tone="primary" onClick={() => input.current?.click()}>
          {t("Choose a file")}
        </Button>
        <TemplateLink text={TEMPLATE} name="recipients-template.csv">
          {t("Download template")}
        </TemplateLink>
        {takesMonths && (
          <TemplateLink text={MONTHS_TEMPLATE} name="recipients-in-months-template.csv">
            {t("Download template in months")}
          </TemplateLink>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        {t(
          "Columns: beneficiary and amount. Add releaseType, startTime, cliffTime, endTime and milestoneIdx if recipients have different schedules.",
        )}
        {takesMonths &&
          ` ${t("Or in months: startTime, upfrontPercent, cliffPercent, cliffMonths, durationMonths and steps (linear, monthly, quarterly, half-yearly, yearly).")}`}
      </p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function TemplateLink({ text, name, children }: { text: string; name: string; children: string }) {
  return (
    <a
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(text)}`}
      download={name}
      className="inline-flex min-h-11 items-center gap-2 px-2 text-sm underline underline-offset-4"
    >
      <Icon name="download" className="size-4" /> {children}
    </a>
  );
}

type ChosenFileOptions = {
  /** Maximum number of rows. A longer file is rejected. */
  maxRows: number;
  /** Preloads the code that shows the file. */
  load?: () => Promise<unknown>;
  onReading?: (isReading: boolean) => void;
  onSheet: (sheet: Sheet) => void | Promise<void>;
};

/** Returns a function that reads a chosen file, its progress in percent and its error. */
export function useChosenFile({ maxRows, load, onReading, onSheet }: ChosenFileOptions) {
  const t = useTranslator();
  const [percent, setPercent] = useState(0);
  const read = useMutation({
    mutationFn: async (file: File) => {
      const [{ readFile }] = await Promise.all([import("./read-sheet"), load?.()]);
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      return readFile(t, file, { onProgress, maxRows });
    },
    onMutate: () => onReading?.(true),
    onSuccess: onSheet,
    onSettled: () => onReading?.(false),
  });
  return {
    take: read.mutate,
    percent: read.isPending ? percent : null,
    problem: read.error && errorText(t, read.error),
  };
}
