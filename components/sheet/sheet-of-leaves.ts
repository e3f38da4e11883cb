import { createScheduler } from "@/lib/core/cooperative-scheduler";
import type { Translator } from "@/lib/core/i18n/translator";
import { leavesCsv } from "@/lib/core/recipients/leaves-csv";
import { readSheet } from "./read-sheet";
import type { Sheet } from "./sheet";

/** Returns leaves as the rows of a new campaign: amounts in base units, without leaf indexes. */
export async function sheetOfLeaves(t: Translator, leaves: Parameters<typeof leavesCsv>[0]): Promise<Sheet> {
  const chunks: string[] = [];
  const scheduler = createScheduler();
  for (const chunk of leavesCsv(leaves)) {
    // A new campaign assigns its own leaf indexes.
    chunks.push(chunk.replaceAll(/^[^,\n]*,/gm, ""));
    if (scheduler.due()) await scheduler.pause();
  }
  return readSheet(t, await new Blob(chunks).text());
}
