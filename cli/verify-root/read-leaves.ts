import { createReadStream } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { z } from "zod";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { type LeavesFile, readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import { UsageError, type VerifyArguments } from "./arguments";

const integer = z.string().transform(BigInt);
/** What the create page offered before it offered a CSV; the root that it states is not taken at its word. */
const leavesJson = z.object({
  leaves: z.array(
    z.object({
      leafIndex: z.int(),
      beneficiary: z.string(),
      amount: integer,
      releaseType: z.literal([0, 1, 2]),
      startTime: integer,
      cliffTime: integer,
      endTime: integer,
      milestoneIdx: z.int(),
    }),
  ),
});

/** The leaves of the file that somebody holds: a CSV as the form reads it, or a JSON of leaves. */
export async function readLeaves({ path, reading }: VerifyArguments): Promise<LeavesFile> {
  await access(path).catch(() => {
    throw new UsageError(`There is no file ${path}.`);
  });
  if (!path.endsWith(".json")) return readLeavesCsv(createReadStream(path), reading);
  return { leaves: await readJson(path), errors: [], warnings: [] };
}

async function readJson(path: string): Promise<Leaf[]> {
  try {
    return leavesJson.parse(JSON.parse(await readFile(path, "utf8"))).leaves;
  } catch (error) {
    throw new UsageError(`${path} is no list of leaves: ${error instanceof Error ? error.message : error}`);
  }
}
