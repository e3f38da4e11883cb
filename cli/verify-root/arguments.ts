import { readOneFile, UsageError } from "@/cli/usage";
import { CHOICES } from "@/lib/core/recipients/questions";
import { isZone } from "@/lib/core/recipients/zoned-seconds";
import { isAddress } from "@/lib/core/solana/addresses";
import type { ImportOptions } from "@/lib/service/registration/recipients-csv";

export const USAGE = `npm run verify-root -- recipients.csv, and with what to compare it:
  --root <64 hex>                     a root that you have from somewhere else
  --campaign <address> --rpc <url>    the ledger's account of a campaign; --program <address> of another program
                                      than VESTING_PROGRAM_ID
  --campaign <address> --api <url>    this service, row by row
The file is read as the form reads it; say what you said there:
  --decimals <n>                      amounts are in tokens of so many decimals; without it they are base units
  --decimal-mark comma|point          where 1,234 can be read in two ways
  --date-order day|month              where 7/1/2027 can
  --time-numbers seconds|milliseconds|days
  --zone <IANA name>                  of dates that name none; UTC without it
  --vesting-from start|cliff          where the length of the vesting begins, if its title does not say
  --length-unit months|days|years|seconds
                                      what bare numbers in columns of lengths count
  --share-numbers percent|fraction|tokens
                                      what numbers in columns of shares are
  --unused-columns ignore             leaves out unknown columns that look like a part of the schedule
  --release-type, --start, --cliff, --end, --milestone, or --start, --upfront-percent, --cliff-percent,
  --cliff-months, --duration-months, --steps
                                      the schedule of columns that the file does not have
Exit codes: 0 they agree, 1 they differ, 2 the file or the arguments cannot be used, 3 the ledger or the service cannot
be asked.`;

export type VerifyArguments = {
  path: string;
  root: string | undefined;
  campaign: string | undefined;
  rpc: string | undefined;
  programId: string | undefined;
  api: string | undefined;
  reading: Omit<ImportOptions, "maxRows">;
};

const text = { type: "string" } as const;
const OPTIONS = {
  root: text,
  campaign: text,
  rpc: text,
  program: text,
  api: text,
  decimals: text,
  "decimal-mark": text,
  "date-order": text,
  "time-numbers": text,
  zone: text,
  "vesting-from": text,
  "length-unit": text,
  "share-numbers": text,
  "unused-columns": text,
  "release-type": text,
  start: text,
  cliff: text,
  end: text,
  milestone: text,
  "upfront-percent": text,
  "cliff-percent": text,
  "cliff-months": text,
  "duration-months": text,
  steps: text,
};

type Values = Partial<Record<keyof typeof OPTIONS, string>>;

export function readArguments(args: readonly string[]): VerifyArguments {
  const { path, values } = readOneFile(args, OPTIONS);
  const { root, campaign, rpc, api, program: programId } = values;
  if (programId !== undefined && !isAddress(programId)) throw new UsageError("--program must be an address.");
  if (root !== undefined && !/^[0-9a-fA-F]{64}$/.test(root))
    throw new UsageError("--root must have 64 hex digits.");
  if (campaign !== undefined && !isAddress(campaign)) throw new UsageError("--campaign must be an address.");
  if (campaign !== undefined && !rpc && !api)
    throw new UsageError("Specify where to find the campaign: --rpc or --api.");
  if (campaign === undefined && (rpc || api)) throw new UsageError("Specify a campaign: --campaign.");
  if (root === undefined && campaign === undefined)
    throw new UsageError("Specify a root or campaign to compare with.");
  return { path, root: root?.toLowerCase(), campaign, rpc, programId, api, reading: readingOptions(values) };
}

function readingOptions(values: Values): VerifyArguments["reading"] {
  const { decimals, zone } = values;
  if (decimals !== undefined && !/^1?\d$/.test(decimals))
    throw new UsageError("--decimals must be from 0 to 19.");
  if (zone !== undefined && !isZone(zone))
    throw new UsageError("--zone must be an IANA name, such as Europe/Berlin.");
  return {
    decimals: decimals === undefined ? undefined : Number(decimals),
    decimalMark: oneOf(values, "decimal-mark", CHOICES.decimalMark),
    dateOrder: oneOf(values, "date-order", CHOICES.dateOrder),
    timeNumbers: oneOf(values, "time-numbers", CHOICES.timeNumbers),
    vestingFrom: oneOf(values, "vesting-from", CHOICES.vestingFrom),
    lengthUnit: oneOf(values, "length-unit", CHOICES.lengthUnit),
    shareNumbers: oneOf(values, "share-numbers", CHOICES.shareNumbers),
    unusedColumns: oneOf(values, "unused-columns", CHOICES.unusedColumns),
    zone,
    defaults: {
      releaseType: values["release-type"],
      startTime: values.start,
      cliffTime: values.cliff,
      endTime: values.end,
      milestoneIdx: values.milestone,
      upfrontPercent: values["upfront-percent"],
      cliffPercent: values["cliff-percent"],
      cliffMonths: values["cliff-months"],
      durationMonths: values["duration-months"],
      steps: values.steps,
    },
  };
}

function oneOf<T extends string>(values: Values, name: keyof Values, choices: readonly T[]): T | undefined {
  const value = values[name];
  const choice = choices.find((known) => known === value);
  if (value !== undefined && choice === undefined)
    throw new UsageError(`--${name} must be ${choices.join(" or ")}.`);
  return choice;
}
