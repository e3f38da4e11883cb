import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { escapeLines } from "@/cli/terminal";
import { writeAtomically } from "../atomic-file";
import { CommandError, EXIT, type Exit, printError } from "../outcome";
import type { RunningService } from "../running-service";

/** The lists of a campaign that the service exports completely. */
export const LISTS = ["leaves", "claims", "timeline"] as const;

/** Writes a campaign's list as CSV, to a file that appears only once it is complete, or to standard output. */
export async function exportList(
  service: RunningService,
  {
    treeAddress,
    creation,
    list,
    to,
  }: {
    treeAddress: string;
    /** Names an earlier campaign of the address. */
    creation?: string | undefined;
    list: (typeof LISTS)[number];
    to: string | undefined;
  },
): Promise<Exit> {
  const query = creation === undefined ? "" : `?creation=${encodeURIComponent(creation)}`;
  const response = await service.request(
    `/api/campaigns/${encodeURIComponent(treeAddress)}/${list}${query}`,
    {
      headers: { accept: "text/csv" },
    },
  );
  return save(response, to);
}

/** Writes the waitlist, as CSV or JSON. */
export async function exportWaitlist(
  service: RunningService,
  { format, to }: { format: "csv" | "json"; to: string | undefined },
): Promise<Exit> {
  return save(await service.asOperator(`/api/waitlist?format=${format}`), to);
}

async function save(response: Response, to: string | undefined): Promise<Exit> {
  if (!response.ok || !response.body) {
    const refusalBody: unknown = await response.json().catch(() => null);
    const sentence = Object(refusalBody).error ?? `HTTP status ${response.status}`;
    throw new CommandError(`The service rejected the request: ${sentence}`, EXIT.problemFound);
  }
  const from = Readable.fromWeb(response.body as ReadableStream);
  if (to === undefined) {
    if (process.stdout.isTTY) await pipeline(from, escapeLines(), process.stdout, { end: false });
    else await pipeline(from, process.stdout, { end: false });
    return EXIT.success;
  }
  try {
    await writeAtomically(to, (partial) => pipeline(from, createWriteStream(partial, { mode: 0o600 })));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${to} was not written: ${reason}`, EXIT.problemFound);
  }
  printError(`Wrote ${to}.`);
  return EXIT.success;
}
