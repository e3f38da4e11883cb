import { readOneFile, UsageError } from "@/cli/usage";
import { CHOICES } from "@/lib/core/recipients/questions";
import { isZone } from "@/lib/core/recipients/zoned-seconds";
import { isAddress } from "@/lib/core/solana/addresses";
import { hasUserInfo } from "@/lib/service/env";
import type { ImportOptions } from "@/lib/service/registration/recipients-csv";

export const USAGE = `npm run verify-root -- recipients.csv, and with what to compare it:
  --root <64 hex>                     expected root
  --campaign <address> --rpc <url>    the campaign's account on the network; --program <address> for another program
                                      than VESTING_PROGRAM_ID
  --campaign <address> --api <url>    this service, row by row
The file is read as in the form. Pass the same answers:
  --decimals <n>                      amounts are in tokens with n decimals; base units by default
  --decimal-mark comma|point          decimal separator of ambiguous numbers such as 1,234
  --date-order day|month              order of ambiguous dates such as 7/1/2027
  --time-numbers seconds|milliseconds|days
  --zone <IANA name>                  time zone of dates without one; UTC by default
  --vesting-from start|cliff          start of the vesting duration, if the column title does not state it
  --length-unit months|days|years|seconds
                                      unit of numbers in duration columns
  --share-numbers percent|fraction|tokens
                                      meaning of numbers in share columns
  --unused-columns ignore             leaves out unknown columns that look like a part of the schedule
  --release-type, --start, --cliff, --end, --milestone, or --start, --upfront-percent, --cliff-percent,
  --cliff-months, --duration-months, --steps
                                      the schedule of columns that the file does not have
Exit codes: 0 match, 1 mismatch, 2 the file or the arguments cannot be used, 3 the network or the service
cannot be reached.`;

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
  if (hasUserInfo(rpc ?? "")) throw new UsageError("--rpc must not contain a user name or password.");
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
    decimalMark: readChoice(values, "decimal-mark", CHOICES.decimalMark),
    dateOrder: readChoice(values, "date-order", CHOICES.dateOrder),
    timeNumbers: readChoice(values, "time-numbers", CHOICES.timeNumbers),
    vestingFrom: readChoice(values, "vesting-from", CHOICES.vestingFrom),
    lengthUnit: readChoice(values, "length-unit", CHOICES.lengthUnit),
    shareNumbers: readChoice(values, "share-numbers", CHOICES.shareNumbers),
    unusedColumns: readChoice(values, "unused-columns", CHOICES.unusedColumns),
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

function readChoice<T extends string>(
  values: Values,
  name: keyof Values,
  choices: readonly T[],
): T | undefined {
  const value = values[name];
  const choice = choices.find((known) => known === value);
  if (value !== undefined && choice === undefined)
    throw new UsageError(`--${name} must be ${choices.join(" or ")}.`);
  return choice;
}
