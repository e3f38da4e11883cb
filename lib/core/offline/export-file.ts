import * as z from "zod";
import { english, message, type Translator } from "@/lib/core/i18n/translator";
import type { LookupTable } from "@/lib/core/plans/plan";
import { addressBytes, isAddress } from "@/lib/core/solana/addresses";
import { equalBytes } from "@/lib/core/solana/hex";
import { MAX_TRANSACTION_BASE64 } from "@/lib/core/solana/transaction/wire-transaction";
import { describeMessage, type MessageDescription } from "./describe-message";
import { readMessage, splitWire, type WireParts } from "./wire-parts";

const FORMAT = "vesting-index/transaction";

const address = z.string().refine(isAddress, "must be an address");

/** The most addresses of a lookup table, and more tables than a transaction has room for. */
const [MAX_TABLE_ADDRESSES, MAX_TABLES] = [256, 32];

const exportFile = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  network: z.strictObject({ name: z.string().max(200), genesis: z.string().max(44) }),
  programId: address,
  /**
   * Description of the transaction as its exporter read it. The signer's client parses the transaction again.
   */
  says: z.array(z.string().max(2_000)).max(1_000),
  transaction: z.base64().max(MAX_TRANSACTION_BASE64),
  /**
   * The content of the lookup tables that the transaction names, in its order; absent if it names none. No
   * signature covers it, so the reader trusts only accounts that the transaction itself proves.
   */
  lookupTables: z
    .array(z.strictObject({ address, addresses: z.array(address).max(MAX_TABLE_ADDRESSES) }))
    .min(1)
    .max(MAX_TABLES)
    .optional(),
});

/** The content of a file that carries a transaction to an offline key and back. */
type ExportFile = z.output<typeof exportFile>;

export type ExportedBy = {
  network: { name: string; genesis: string };
  programId: string;
  /** The lookup tables that the transaction names, in its order. */
  lookupTables?: readonly LookupTable[] | undefined;
};

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Returns the export file of a transaction in wire format, signed or not. */
export function writeExport(wire: Uint8Array, { network, programId, lookupTables = [] }: ExportedBy): string {
  const { lines } = describeMessage(splitWire(wire).message, programId, { lookupTables });
  const { name, genesis } = network;
  const file: ExportFile = {
    ...{ format: FORMAT, version: 1, network: { name, genesis }, programId },
    ...{ says: [...lines], transaction: toBase64(wire) },
    ...(lookupTables.length > 0 && {
      lookupTables: lookupTables.map(({ address, addresses }) => ({ address, addresses: [...addresses] })),
    }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A parsed file, with descriptions generated from its transaction, not those in the file. */
export type ReadExport = { file: ExportFile; parts: WireParts; description: MessageDescription };

/**
 * Parses an export file. `programId` is the vesting program that the reader trusts. `t` translates error
 * messages; the lines in the file are always English.
 * @throws RangeError when the file is invalid, belongs to another program, has lookup tables that its
 * transaction does not prove, or a description that does not match its transaction
 */
export function readExport(text: string, programId: string, t: Translator = english): ReadExport {
  const file = parsed(t, text);
  const parts = splitWire(fromBase64(file.transaction));
  if (file.programId !== programId && isCalled(file.programId, parts.message))
    throw new RangeError(
      t("The file is for the vesting program {given}, not for {known}.", {
        given: file.programId,
        known: programId,
      }),
    );
  const description = describeMessage(parts.message, programId, { lookupTables: file.lookupTables ?? [] });
  const isSame =
    description.lines.length === file.says.length &&
    description.lines.every((line, at) => line === file.says[at]);
  if (!isSame)
    throw new RangeError(
      message(
        "The description in the file does not match its transaction. Do not sign it. Export the transaction again.",
      ),
    );
  return { file, parts, description };
}

/** Returns whether an instruction of a message calls a program. */
function isCalled(program: string, message: Uint8Array): boolean {
  const { instructions, staticKeys } = readMessage(message);
  const key = addressBytes(program);
  return instructions.some(({ programIdIndex }) =>
    equalBytes(staticKeys[programIdIndex] ?? new Uint8Array(), key),
  );
}

function parsed(t: Translator, text: string): ExportFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RangeError(message("The file is not an exported transaction: it is not valid JSON."));
  }
  const read = exportFile.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [position, reason] = [issue?.path.join("."), issue?.message ?? ""];
  throw new RangeError(
    position
      ? t("The file is not an exported transaction: {position} is not valid ({reason}).", {
          position,
          reason,
        })
      : t("The file is not an exported transaction: it is not valid ({reason}).", { reason }),
  );
}
