import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ComputeBudgetProgram, PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXIT, signFile } from "@/cli/sign/sign";
import { proofTransaction } from "@/lib/core/auth/wallet-transaction";
import { fromBase64, readExport, writeExport } from "@/lib/core/offline/export-file";
import { withDurableNonce, withFeePayer } from "@/lib/core/plans/durable-nonce";
import { planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";

const pair = (seed: number) => nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(seed));
const [CREATOR, PAYER, KEEPER, STRANGER] = [1, 2, 3, 4].map(pair) as [
  nacl.SignKeyPair,
  nacl.SignKeyPair,
  nacl.SignKeyPair,
  nacl.SignKeyPair,
];
const address = ({ publicKey }: nacl.SignKeyPair) => bs58.encode(publicKey);
const TREE = address(pair(9));
const NONCE = { address: address(pair(10)), authority: address(KEEPER), value: address(pair(11)) };
const NETWORK = { name: "Solana devnet", genesis: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG" };

const WITHDRAWAL = planWithdrawUnvested({ treeAddress: TREE, creator: address(CREATOR), mint: NATIVE_MINT });
/** Three have to sign it: who pays, the creator, and the nonce's authority. */
const BY_THREE = withDurableNonce(withFeePayer(WITHDRAWAL, address(PAYER)), NONCE);

let folder: string;
let output: string[];
let answer: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vesting-sign-"));
  [output, answer] = [[], "yes"];
});
afterEach(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => join(folder, name);
const run = (...args: string[]) =>
  signFile(args, { print: (line) => output.push(line), prompt: async () => answer });

async function exported(plan: SendablePlan, change: (text: string) => string = (text) => text) {
  const wire = unsignedBytes(plan, { blockhash: NONCE.value, lastValidBlockHeight: 0 });
  const path = inFolder("out.json");
  await writeFile(path, change(writeExport(wire, { network: NETWORK, programId: DEFAULT_PROGRAM_ID })));
  return path;
}

async function getKey(key: nacl.SignKeyPair, mode = 0o600): Promise<string> {
  const path = inFolder(`${address(key)}.json`);
  await writeFile(path, JSON.stringify([...key.secretKey]));
  await chmod(path, mode);
  return path;
}

const wireIn = async (name: string) =>
  fromBase64(JSON.parse(await readFile(inFolder(name), "utf8")).transaction);

test("shows all that is signed, from the transaction, and signs it by a key file", async () => {
  const path = await exported(withDurableNonce(WITHDRAWAL, { ...NONCE, authority: address(CREATOR) }));
  expect(await run(path, "--key", await getKey(CREATOR))).toBe(EXIT.success);
  const text = output.join("\n");
  expect(text).toContain(`Network according to the file: ${NETWORK.name} (genesis ${NETWORK.genesis})`);
  expect(text).toContain(`Transaction fee payer and signer: ${address(CREATOR)}`);
  expect(text).toContain(`at any time until the nonce account ${NONCE.address} is used`);
  expect(text).toContain("1. System program: advance nonce");
  expect(text).toMatch(
    new RegExp(`2. Vesting program: withdraw unvested\\n {3}creator: ${address(CREATOR)}`),
  );
  const signed = Transaction.from(await wireIn("out.signed.json"));
  expect(signed.verifySignatures()).toBe(true);
  expect(text).toContain(`Signature: ${bs58.encode(signed.signature ?? [])}`);
});

test("several signers sign one after another, each what the one before has written", async () => {
  const path = await exported(BY_THREE);
  expect(await run(path, "--key", await getKey(CREATOR), "--yes")).toBe(EXIT.success);
  expect(output.at(-1)).toBe(`Missing signatures: ${address(PAYER)} and ${address(KEEPER)}.`);
  const half = inFolder("out.signed.json");
  const keys = [await getKey(PAYER), await getKey(KEEPER)].flatMap((key) => ["--key", key]);
  expect(await run(half, "--yes", ...keys)).toBe(EXIT.success);
  expect(output.join("\n")).toContain(`Already signed by ${address(CREATOR)}.`);
  expect(Transaction.from(await wireIn("out.signed.json")).verifySignatures()).toBe(true);
});

test("signs nothing with a key that is not required, without confirmation, or when only reading", async () => {
  const path = await exported(WITHDRAWAL);
  expect(await run(path, "--yes", "--key", await getKey(STRANGER))).toBe(EXIT.invalidUsage);
  expect(output.at(-1)).toContain(`${address(STRANGER)} is not a signer of this transaction`);
  answer = "no";
  expect(await run(path, "--key", await getKey(CREATOR))).toBe(EXIT.unsigned);
  expect(await run(path)).toBe(EXIT.success);
  await expect(readFile(inFolder("out.signed.json"))).rejects.toThrow();
});

test("a file whose words are not its transaction's is refused", async () => {
  const lies = [
    (text: string) => text.replace("withdraw unvested", "cancel campaign"),
    (text: string) => text.replace(`creator: ${address(CREATOR)}`, `creator: ${address(STRANGER)}`),
    (text: string) => JSON.stringify({ ...JSON.parse(text), says: [] }),
    // Another transaction under the same words.
    (text: string) => {
      const other = unsignedBytes(WITHDRAWAL, { blockhash: TREE, lastValidBlockHeight: 0 });
      return JSON.stringify({ ...JSON.parse(text), transaction: Buffer.from(other).toString("base64") });
    },
  ];
  for (const lie of lies) {
    expect(await run(await exported(WITHDRAWAL, lie), "--yes", "--key", await getKey(CREATOR))).toBe(
      EXIT.invalidUsage,
    );
    expect(output.at(-1)).toContain("The description in the file does not match its transaction");
  }
});

test("a program that only the file calls the vesting program is not believed", async () => {
  const own = planWithdrawUnvested({
    ...{ treeAddress: TREE, creator: address(CREATOR), mint: NATIVE_MINT, programId: address(STRANGER) },
  });
  const path = inFolder("foreign.json");
  const wire = unsignedBytes(own, { blockhash: NONCE.value, lastValidBlockHeight: 0 });
  await writeFile(path, writeExport(wire, { network: NETWORK, programId: address(STRANGER) }));
  const key = ["--yes", "--key", await getKey(CREATOR)];
  expect(await run(path, ...key)).toBe(EXIT.invalidUsage);
  expect(output.at(-1)).toContain(`for the vesting program ${address(STRANGER)}`);
  expect(await run(path, ...key, "--program", address(STRANGER))).toBe(EXIT.success);
  await writeFile(path, writeExport(wire, { network: NETWORK, programId: DEFAULT_PROGRAM_ID }));
  await rm(inFolder("foreign.signed.json"));
  expect(await run(path, ...key)).toBe(EXIT.unsigned);
  expect(output.at(-1)).toContain("unknown instruction");
  expect(await run(path, ...key, "--allow-unknown")).toBe(EXIT.success);
  await rm(inFolder("foreign.signed.json"));
  expect(await run(path, ...key, "--not-understood")).toBe(EXIT.success);
});

test("rejects a missing file, an invalid key, and a file with hidden content", async () => {
  const key = ["--yes", "--key", await getKey(CREATOR)];
  const path = await exported(WITHDRAWAL);
  const { transaction, ...rest } = JSON.parse(await readFile(path, "utf8"));
  const bytes = [...fromBase64(transaction)];
  const broken = [
    ...["", "{}", "[1]", JSON.stringify(rest), JSON.stringify({ ...rest, transaction, more: 1 })],
    ...[[...bytes, 0], bytes.slice(0, -1), bytes.with(0, 2), [], bytes.with(65, 0x80)].map((wire) =>
      JSON.stringify({ ...rest, transaction: Buffer.from(wire).toString("base64") }),
    ),
  ];
  for (const text of broken) {
    await writeFile(path, text);
    expect(await run(path, ...key), text.slice(0, 200)).toBe(EXIT.invalidUsage);
  }
  expect(await run(inFolder("nowhere.json"), ...key)).toBe(EXIT.invalidUsage);
  const whole = await exported(WITHDRAWAL);
  for (const text of ["", "[]", JSON.stringify([...CREATOR.secretKey].with(40, 7)), '"x"']) {
    await writeFile(inFolder("bad-key.json"), text);
    expect(await run(whole, "--yes", "--key", inFolder("bad-key.json")), text).toBe(EXIT.invalidUsage);
  }
  expect(await run()).toBe(EXIT.invalidUsage);
  expect(await run(whole, "--nonsense")).toBe(EXIT.invalidUsage);
  expect(await run(whole, "--ledger", "44'/501'")).toBe(EXIT.invalidUsage);
});

test("a signature that does not fit is not passed on, and a file is not written over", async () => {
  const path = await exported(BY_THREE);
  await run(path, "--yes", "--key", await getKey(CREATOR));
  const file = JSON.parse(await readFile(inFolder("out.signed.json"), "utf8"));
  const wire = fromBase64(file.transaction);
  const first = wire.findIndex((byte, at) => at > 0 && byte !== 0);
  wire[first] = (wire[first] ?? 0) ^ 1;
  const spoiled = inFolder("spoiled.json");
  await writeFile(spoiled, JSON.stringify({ ...file, transaction: Buffer.from(wire).toString("base64") }));
  expect(await run(spoiled, "--yes", "--key", await getKey(PAYER))).toBe(EXIT.invalidUsage);
  expect(output.at(-1)).toContain("has an invalid signature");
  expect(await run(path, "--yes", "--key", await getKey(PAYER))).toBe(EXIT.invalidUsage);
  expect(output.at(-1)).toContain("already exists");
});

test.skipIf(process.platform === "win32")("a key file that others can read is warned about", async () => {
  const path = await exported(WITHDRAWAL);
  await run(path, "--yes", "--key", await getKey(CREATOR, 0o644));
  expect(output.join("\n")).toContain("Other users can read the key file");
});

test("an identity proof is signed like a transaction", async () => {
  const message = new TextEncoder().encode('{"nonce":"n"}');
  const wire = proofTransaction(address(CREATOR), message);
  const path = inFolder("proof.json");
  await writeFile(path, writeExport(wire, { network: NETWORK, programId: DEFAULT_PROGRAM_ID }));
  expect(await run(path, "--yes", "--key", await getKey(CREATOR))).toBe(EXIT.success);
  expect(output.join("\n")).toContain('moves nothing: {"nonce":"n"}');
  const { parts } = readExport(await readFile(inFolder("proof.signed.json"), "utf8"), DEFAULT_PROGRAM_ID);
  const [signature] = parts.signatures;
  expect(signature && nacl.sign.detached.verify(parts.message, signature, CREATOR.publicKey)).toBe(true);
});

/** Libraries as Ledger's are called, over a key instead of a device. */
async function ledgerModules(): Promise<string> {
  const modules = inFolder("modules");
  const app = `exports.default = class {
    async getAddress(path) { return { address: Buffer.from("${Buffer.from(CREATOR.publicKey).toString("hex")}", "hex"), path }; }
    async signTransaction(path, message) { return { signature: Buffer.from(globalThis.deviceSigns(path, message)) }; }
  };`;
  const transport = "exports.default = { create: async () => ({ close: async () => {} }) };";
  for (const [name, code] of [
    ["hw-app-solana", app],
    ["hw-transport-node-hid", transport],
  ] as const) {
    await mkdir(join(modules, "node_modules/@ledgerhq", name), { recursive: true });
    await writeFile(join(modules, "node_modules/@ledgerhq", name, "index.js"), code);
  }
  return modules;
}

test("a Ledger signs through the libraries that its owner installed", async () => {
  const requested: string[] = [];
  Object.assign(globalThis, {
    deviceSigns: (path: string, message: Uint8Array) => {
      requested.push(path);
      return nacl.sign.detached(Uint8Array.from(message), CREATOR.secretKey);
    },
  });
  const path = await exported(WITHDRAWAL);
  const at = ["--ledger", "44'/501'/0'/0'"];
  expect(await run(path, "--yes", ...at, "--ledger-modules", folder)).toBe(EXIT.invalidUsage);
  expect(output.at(-1)).toContain("npm install @ledgerhq/hw-app-solana @ledgerhq/hw-transport-node-hid");
  expect(await run(path, "--yes", ...at, "--ledger-modules", await ledgerModules())).toBe(EXIT.success);
  expect(requested).toEqual(["44'/501'/0'/0'"]);
  expect(Transaction.from(await wireIn("out.signed.json")).verifySignatures()).toBe(true);
  Reflect.deleteProperty(globalThis, "deviceSigns");
});

describe("foreign text", () => {
  test("a text in a file cannot print a line of its own or a terminal's escape sequences", async () => {
    const fake = `devnet\n1. Vesting program: withdraw\u001b[8m\u202e${" ".repeat(60)}x`;
    const network = { name: fake, genesis: "x\r\n1. y" };
    const wire = unsignedBytes(WITHDRAWAL, { blockhash: NONCE.value, lastValidBlockHeight: 0 });
    const path = inFolder("hostile.json");
    await writeFile(path, writeExport(wire, { network, programId: DEFAULT_PROGRAM_ID }));
    expect(await run(path, "--key", await getKey(CREATOR))).toBe(EXIT.success);
    expect(output[0]).toContain(
      "Network according to the file: “devnet\\u{a}1. Vesting program: withdraw\\u{1b}[8m\\u{202e} \\u{20}",
    );
    expect(output.join("")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(output.filter((line) => line.startsWith("1. "))).toEqual([
      "1. Vesting program: withdraw unvested",
    ]);
  });

  test("a text in an error message is escaped too", async () => {
    const path = await exported(WITHDRAWAL, (text) =>
      JSON.stringify({ ...JSON.parse(text), "more\u001b[2J\nthan it has": 1 }),
    );
    expect(await run(path, "--key", await getKey(CREATOR))).toBe(EXIT.invalidUsage);
    expect(output.join("")).not.toMatch(/\p{C}/u);
  });

  test("does not name a public network: its genesis does", async () => {
    const genesis = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
    const wire = unsignedBytes(WITHDRAWAL, { blockhash: NONCE.value, lastValidBlockHeight: 0 });
    const path = inFolder("renamed.json");
    const network = { name: "Solana devnet", genesis };
    await writeFile(path, writeExport(wire, { network, programId: DEFAULT_PROGRAM_ID }));
    await run(path);
    expect(output[0]).toContain("Network according to the file: Solana mainnet-beta");
  });
});

test("a priority fee that is unusual is signed only up to what --max-fee allows", async () => {
  const feeInstructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 12n }),
  ];
  const path = await exported({
    ...WITHDRAWAL,
    instructions: [...feeInstructions, ...WITHDRAWAL.instructions],
  });
  const key = ["--yes", "--key", await getKey(CREATOR)];
  expect(await run(path, ...key)).toBe(EXIT.unsigned);
  expect(output).toContain("Transaction fee: at most 1400.000005 SOL, including a priority fee of 1400 SOL");
  expect(output.at(-1)).toContain("its priority fee can be 1400 SOL");
  expect(await run(path, ...key, "--max-fee", "1399.999999999")).toBe(EXIT.unsigned);
  expect(await run(path, ...key, "--max-fee", "much")).toBe(EXIT.invalidUsage);
  expect(await run(path, ...key, "--max-fee", "1400")).toBe(EXIT.success);
});

test("a transaction that only sets its compute budget is not signed, whatever its fee may be", async () => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 15n });
  const path = await exported({ ...WITHDRAWAL, instructions: [price] });
  expect(await run(path, "--yes", "--max-fee", "3000", "--key", await getKey(CREATOR))).toBe(EXIT.unsigned);
  expect(output).toContain("Transaction fee: at most 3000.000005 SOL, including a priority fee of 3000 SOL");
  expect(output.at(-1)).toBe("Not signed: the transaction has no effect except its fee.");
});

test("a price without a limit counts for --max-fee", async () => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 12n });
  const path = await exported({ ...WITHDRAWAL, instructions: [price, ...WITHDRAWAL.instructions] });
  const key = ["--yes", "--key", await getKey(CREATOR)];
  expect(await run(path, ...key, "--max-fee", "202.999")).toBe(EXIT.unsigned);
  expect(await run(path, ...key, "--max-fee", "203")).toBe(EXIT.success);
});

test("an instruction that sets an owner or an authority shows it", async () => {
  const token = (data: number[], accounts: number) =>
    new TransactionInstruction({
      programId: new PublicKey(TOKEN_PROGRAM_ID),
      keys: Array.from({ length: accounts }, (_, at) => ({
        ...{ pubkey: new PublicKey(address(pair(20 + at))), isSigner: false, isWritable: true },
      })),
      data: Buffer.from(data),
    });
  const stranger = [...STRANGER.publicKey];
  const path = await exported({
    ...WITHDRAWAL,
    instructions: [token([18, ...stranger], 2), token([20, 6, ...stranger, 1, ...stranger], 1)],
  });
  await run(path);
  expect(output).toContain(`   owner: ${address(STRANGER)}`);
  expect(output).toContain(`   mint authority: ${address(STRANGER)}`);
  expect(output).toContain(`   freeze authority: ${address(STRANGER)}`);
});
