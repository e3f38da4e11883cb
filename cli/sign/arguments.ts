import { readOneFile, UsageError } from "@/cli/usage";
import { MAX_USUAL_PRIORITY_FEE } from "@/lib/core/offline/network-fee";
import { decimalText } from "@/lib/core/recipients/number-text";
import { DEFAULT_PROGRAM_ID, isAddress } from "@/lib/core/solana/addresses";

const SOL_DECIMALS = 9;
const USUAL_FEE = decimalText(MAX_USUAL_PRIORITY_FEE, SOL_DECIMALS);

export const USAGE = `npm run sign -- exported.json, with a signer:
  --key <file>            key file of solana-keygen; repeat the option for more signers
  --ledger <path>         a Ledger device at this derivation path, such as 44'/501'/0'/0'
  --ledger-modules <dir>  the folder in which the Ledger's libraries were installed (README, "Sign offline")
Without a signer, the command only shows the content of the file. Options:
  --yes                   sign without confirmation
  --out <file>            where to write the signed file; exported.signed.json by default
  --program <address>     the vesting program, where it is not ${DEFAULT_PROGRAM_ID}
  --allow-unknown         also sign instructions that cannot be described
  --max-fee <SOL>         also sign a priority fee above ${USUAL_FEE} SOL, up to this amount
It uses no network. Exit codes: 0 shown or signed, 1 not signed, 2 the file, the key or the arguments cannot be used.`;

export type SignArguments = {
  path: string;
  keys: readonly string[];
  ledger: { path: string; modules: string } | null;
  yes: boolean;
  out: string;
  programId: string;
  allowsUnknown: boolean;
  /** In lamports. */
  maxPriorityFee: bigint;
};

const OPTIONS = {
  key: { type: "string", multiple: true },
  ledger: { type: "string" },
  "ledger-modules": { type: "string" },
  yes: { type: "boolean" },
  out: { type: "string" },
  program: { type: "string" },
  "allow-unknown": { type: "boolean" },
  /** The earlier name of --allow-unknown. */
  "not-understood": { type: "boolean" },
  "max-fee": { type: "string" },
} as const;

export function readArguments(args: readonly string[]): SignArguments {
  const { path, values } = readOneFile(args, OPTIONS);
  const { ledger, program: programId = DEFAULT_PROGRAM_ID } = values;
  const modules = values["ledger-modules"];
  if (!isAddress(programId)) throw new UsageError("--program must be an address.");
  if ((ledger === undefined) !== (modules === undefined))
    throw new UsageError("A Ledger device requires both --ledger and --ledger-modules.");
  return {
    path,
    keys: values.key ?? [],
    ledger: ledger !== undefined && modules !== undefined ? { path: ledger, modules } : null,
    yes: values.yes ?? false,
    out: values.out ?? path.replace(/(\.signed)?(\.json)?$/, ".signed.json"),
    programId,
    allowsUnknown: values["allow-unknown"] ?? values["not-understood"] ?? false,
    maxPriorityFee: getLamports(values["max-fee"]) ?? MAX_USUAL_PRIORITY_FEE,
  };
}

function getLamports(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const [, whole = "", fraction = ""] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === "") throw new UsageError("--max-fee must be an amount of SOL, such as 0.05.");
  return BigInt(whole + fraction.padEnd(SOL_DECIMALS, "0"));
}
