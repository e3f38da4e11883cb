import { createReadStream } from "node:fs";
import { access, readFile } from "node:fs/promises";
import * as z from "zod";
import { loadSettings } from "@/cli/settings";
import { makePrinter, type Print, printOwn } from "@/cli/terminal";
import { UsageError } from "@/cli/usage";
import { buildTree } from "@/lib/core/merkle/tree";
import { summarizeAmounts } from "@/lib/core/recipients/mint-warnings";
import { offCurveWarnings } from "@/lib/core/recipients/off-curve-recipients";
import { findUnclaimable } from "@/lib/core/recipients/unclaimable";
import { unitWarnings } from "@/lib/core/recipients/unit-question";
import { earliestCliff, type Leaf } from "@/lib/core/vesting/leaf";
import { calculateTotal } from "@/lib/core/vesting/rotation/payouts";
import { type LeavesFile, readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import { readArguments, USAGE, type VerifyArguments } from "./arguments";
import { type Computed, compareWithNetwork, compareWithService } from "./compare";
import { warnOfUnusual } from "./look-up-recipients";

const EXIT = { agree: 0, differ: 1, invalidUsage: 2, unreachable: 3 } as const;
type Exit = (typeof EXIT)[keyof typeof EXIT];

/**
 * Reads a list of leaves, computes its root and supply offline, and compares them with a root, the on-chain account
 * and the service. Returns the exit code of `EXIT`.
 */
export async function verifyRoot(args: readonly string[], write: Print): Promise<Exit> {
  const print = makePrinter(write);
  try {
    const options = readArguments(args);
    const computed = await compute(options, print);
    if (!computed) return EXIT.invalidUsage;
    return await compareAll(options, computed, print);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    printOwn(print, `\n${USAGE}`);
    return EXIT.invalidUsage;
  }
}

async function compute(arguments_: VerifyArguments, print: Print): Promise<Computed | null> {
  const { leaves, rows, errors, warnings } = await readLeaves(arguments_);
  const inTokens = arguments_.reading.decimals;
  const getPosition = (position: number) => (rows ? `Row ${rows[position]}` : `Leaf ${position}`);
  const recipients = leaves.map((leaf, position) => ({ ...leaf, row: rows?.[position] ?? position }));
  for (const warning of [
    ...warnings,
    ...offCurveWarnings(recipients),
    ...unitWarnings(summarizeAmounts(leaves, "tokens"), inTokens),
  ])
    print(warning);
  for (const { index, message } of findUnclaimable(leaves, { programId: arguments_.programId }))
    print(`${getPosition(index)}, beneficiary: ${message}`);
  for (const { row, field, message } of errors) print(`Row ${row}${field && `, ${field}`}: ${message}`);
  for (const answer of openAnswers(errors)) print(answer);
  if (errors.length > 0 || leaves.length === 0) {
    print("Some rows cannot be read, so the root cannot be computed. Nothing was compared.");
    return null;
  }
  const { root } = await buildTree(leaves);
  const supply = calculateTotal(leaves);
  print(`${leaves.length} leaves with a total of ${supply} base units`);
  print(`computed root    ${root}`);
  return { leaves, getPosition, root, supply, minCliffTime: earliestCliff(leaves) };
}

/** Returns one line for each open question of a file: the options that answer it, with their results. */
function openAnswers(errors: LeavesFile["errors"]): string[] {
  const lines = new Map<string, string>();
  for (const { row, parameter, readings = {} } of errors) {
    if (parameter === undefined || lines.has(parameter)) continue;
    const option = parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const results = Object.entries(readings).map(([value, result]) => `--${option} ${value} (${result})`);
    lines.set(parameter, `Pass ${results.join(" or ")}. The results refer to row ${row}.`);
  }
  return [...lines.values()];
}

async function compareAll(arguments_: VerifyArguments, computed: Computed, print: Print): Promise<Exit> {
  const { root, campaign, rpc, api } = arguments_;
  const programId = arguments_.programId ?? loadSettings().VESTING_PROGRAM_ID;
  const agreed: boolean[] = [];
  if (root) {
    print(`expected root    ${root}`);
    agreed.push(root === computed.root);
  }
  let mint: string | null = null;
  try {
    if (campaign && rpc) {
      const onLedger = await compareWithNetwork({ campaign, rpc, programId, computed, print });
      agreed.push(onLedger.agrees);
      mint = onLedger.mint;
    }
    if (campaign && api) agreed.push(await compareWithService({ campaign, api, computed, print }));
  } catch (error) {
    print(`The comparison failed: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.unreachable;
  }
  const isRight = agreed.every(Boolean);
  print(isRight ? "Yes: the list matches the root." : "No: they differ.");
  if (rpc) await warnOfUnusual(rpc, createLookup(arguments_, computed, mint), print);
  return isRight ? EXIT.agree : EXIT.differ;
}

function createLookup(arguments_: VerifyArguments, { leaves, getPosition }: Computed, mint: string | null) {
  const unit = arguments_.reading.decimals === undefined ? "base" : "tokens";
  return { recipients: leaves, getPosition, mint, amounts: summarizeAmounts(leaves, unit) };
}

const integer = z.string().transform(BigInt);
/** The format that the create page exported before CSV; its stated root is ignored. */
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

/** Reads the leaves of a CSV, as the form does, or of a JSON file of leaves, which has no rows. */
async function readLeaves({
  path,
  reading,
}: VerifyArguments): Promise<Omit<LeavesFile, "rows"> & { rows: number[] | null }> {
  await access(path).catch(() => {
    throw new UsageError(`The file ${path} does not exist.`);
  });
  if (!path.endsWith(".json")) return readLeavesCsv(createReadStream(path), reading);
  return { leaves: await readJson(path), rows: null, errors: [], warnings: [] };
}

async function readJson(path: string): Promise<Leaf[]> {
  try {
    return leavesJson.parse(JSON.parse(await readFile(path, "utf8"))).leaves;
  } catch (error) {
    throw new UsageError(
      `${path} is not a list of leaves: ${error instanceof Error ? error.message : error}`,
    );
  }
}
