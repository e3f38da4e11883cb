import { readFile, writeFile } from "node:fs/promises";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { makePrinter, printOwn } from "@/cli/terminal";
import { UsageError } from "@/cli/usage";
import { proofText } from "@/lib/core/offline/describe-message";
import { type ReadExport, readExport, toBase64, writeExport } from "@/lib/core/offline/export-file";
import { isComputeBudget } from "@/lib/core/offline/network-fee";
import { joinWire } from "@/lib/core/offline/wire-parts";
import { decimalText } from "@/lib/core/recipients/number-text";
import { addressBytes } from "@/lib/core/solana/addresses";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { quoteUntrusted } from "@/lib/core/text/escape-text";
import { readArguments, type SignArguments, USAGE } from "./arguments";
import { type MessageSigner, openLedgerWallet, readKeyFile } from "./signers";

const SOL_DECIMALS = 9;

export const EXIT = { success: 0, unsigned: 1, invalidUsage: 2 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

export type SignIo = { print(line: string): void; prompt(question: string): Promise<string> };

/** Prints, optionally signs and writes an exported transaction, without a network. */
export async function signFile(args: readonly string[], { print: write, prompt }: SignIo): Promise<Exit> {
  const io: SignIo = { print: makePrinter(write), prompt: prompt };
  try {
    const options = readArguments(args);
    const read = await readFileToSign(options);
    show(read, io.print);
    return await signShown(options, read, io);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof RangeError)) throw error;
    const isUsage = error instanceof UsageError && error.message === "Pass exactly one file.";
    if (isUsage) printOwn(io.print, USAGE);
    else io.print(error.message);
    return EXIT.invalidUsage;
  }
}

async function readFileToSign({ path, programId }: SignArguments): Promise<ReadExport> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`The file ${path} cannot be read.`);
  });
  const read = readExport(text, programId);
  const { parts, description } = read;
  for (const [at, signature] of parts.signatures.entries()) {
    const signer = description.signers[at] ?? "";
    if (signature && !nacl.sign.detached.verify(parts.message, signature, addressBytes(signer)))
      throw new UsageError(`The file has an invalid signature of ${signer}. Do not sign its transaction.`);
  }
  return read;
}

function show({ file, parts, description }: ReadExport, print: SignIo["print"]): void {
  print(`Network according to the file: ${networkText(file.network)}. A signature is valid on any network.`);
  for (const line of description.lines) print(line);
  const proof = proofText(description);
  if (proof !== null) print(`This message proves your identity to a service and moves nothing: ${proof}`);
  const signed = description.signers.filter((_, at) => parts.signatures[at]);
  if (signed.length > 0) print(`Already signed by ${signed.join(" and ")}.`);
}

/** Returns the name of a public network by its genesis hash; otherwise the name in the file, in quotes. */
function networkText({ name, genesis }: ReadExport["file"]["network"]): string {
  const { cluster, name: known } = identifyNetwork(genesis);
  if (cluster !== null) return `${known} (genesis ${genesis})`;
  return `${quoteUntrusted(name)}${genesis && ` (genesis ${quoteUntrusted(genesis)})`}`;
}

/** Returns why the transaction is not signed with the given options; null if it is. */
function refusalReason({ description }: ReadExport, options: SignArguments): string | null {
  if (!description.isKnown && !options.allowsUnknown)
    return "the transaction contains an unknown instruction. Sign it only if you understand it; --allow-unknown allows it.";
  if (description.instructions.every(isComputeBudget)) return "the transaction has no effect except its fee.";
  const priority = description.fee?.priority ?? 0n;
  if (priority <= options.maxPriorityFee) return null;
  const fee = decimalText(priority, SOL_DECIMALS);
  return `its priority fee can be ${fee} SOL, which is unusual. --max-fee ${fee} allows it.`;
}

async function signShown(options: SignArguments, read: ReadExport, io: SignIo): Promise<Exit> {
  if (options.keys.length === 0 && !options.ledger) {
    io.print("Nothing was signed. Specify a key with --key or --ledger.");
    return EXIT.success;
  }
  const reason = refusalReason(read, options);
  if (reason !== null) {
    io.print(`Not signed: ${reason}`);
    return EXIT.unsigned;
  }
  const signers = await Promise.all(options.keys.map((path) => readKeyFile(path, io.print)));
  for (const { address } of signers) requireSigner(read, address);
  if (!options.yes && !/^y(es)?$/i.test((await io.prompt("Sign this transaction? Type yes: ")).trim())) {
    io.print("Not signed.");
    return EXIT.unsigned;
  }
  const device = options.ledger ? await openLedgerWallet(options.ledger) : null;
  try {
    if (device) requireSigner(read, device.address);
    await writeSigned(options, await withSignatures(read, device ? [...signers, device] : signers), io.print);
  } finally {
    await device?.close();
  }
  return EXIT.success;
}

function requireSigner({ description }: ReadExport, address: string): void {
  if (!description.signers.includes(address))
    throw new UsageError(
      `${address} is not a signer of this transaction: ${description.signers.join(", ")}.`,
    );
}

async function withSignatures(read: ReadExport, signers: readonly MessageSigner[]): Promise<ReadExport> {
  const { parts, description } = read;
  const signatures = [...parts.signatures];
  for (const { address, sign } of signers) {
    const signature = await sign(parts.message);
    if (!nacl.sign.detached.verify(parts.message, signature, addressBytes(address)))
      throw new UsageError(`The signature of ${address} is not valid. Nothing was written.`);
    signatures[description.signers.indexOf(address)] = signature;
  }
  return { ...read, parts: { ...parts, signatures } };
}

async function writeSigned(
  options: SignArguments,
  signed: ReadExport,
  print: SignIo["print"],
): Promise<void> {
  const { file, parts, description } = signed;
  const wire = joinWire(parts);
  const text = writeExport(wire, file);
  // Never overwrites another file. Signatures are added only to the input file itself.
  const before = await readFile(options.out, "utf8").catch(() => null);
  if (before !== null && options.out !== options.path)
    throw new UsageError(`${options.out} already exists. Specify another file with --out.`);
  await writeFile(options.out, text);
  const missing = description.signers.filter((_, at) => !parts.signatures[at]);
  print(`Written to ${options.out}`);
  if (missing.length > 0) print(`Missing signatures: ${missing.join(" and ")}.`);
  else {
    const [first] = parts.signatures;
    print(`Signature: ${first ? bs58.encode(first) : ""}`);
    print(`base64: ${toBase64(wire)}`);
  }
}
