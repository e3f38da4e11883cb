"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

const TEMPLATE = [
  "beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx",
  "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B,1500.25,linear,2027-01-01,2027-07-01,2030-01-01,",
  "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B,250,milestone,2027-01-01,2027-01-01,2027-01-01,1",
].join("\n");

/** Takes a CSV by dropping or choosing it, and offers a template to start from. */
export function FileDrop({ onFile, problem }: { onFile: (file: File) => void; problem: string | null }) {
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
      <legend className="sr-only">Recipients file</legend>
      <Icon name="upload" className="size-8 text-ink-soft" />
      <p>Drop a CSV of recipients here, or choose one.</p>
      <input
        ref={input}
        id="recipients-file"
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label="Recipients file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button tone="primary" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`}
          download="recipients-template.csv"
          className="inline-flex min-h-11 items-center gap-2 px-2 text-sm underline underline-offset-4"
        >
          <Icon name="download" className="size-4" /> Template
        </a>
      </div>
      <p className="text-sm text-ink-soft">
        Columns: beneficiary and amount; releaseType, startTime, cliffTime, endTime and milestoneIdx where
        recipients differ.
      </p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
