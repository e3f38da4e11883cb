import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import nacl from "tweetnacl";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT, signFile } from "@/cli/sign/sign";
import { fromBase64 } from "@/lib/core/offline/export-file";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { isDescribedCompletely } from "../support/described-bytes";
import { hostileExports } from "../support/hostile-exports";

/** `FUZZ_FILES=10000 npx vitest run tests/cli/sign/sign-fuzz.test.ts` runs all of them; FUZZ_SEED repeats a run. */
const FILES = Number(process.env.FUZZ_FILES ?? 250);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const TIMEOUT_MS = 60_000 + 100 * FILES;

const KEY = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7));
const SIGNER = bs58.encode(KEY.publicKey);
const USUAL_FEE = 10_000_000n;

let folder: string;
let paths: { file: string; signed: string; key: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vesting-fuzz-"));
  const inFolder = (name: string) => join(folder, name);
  paths = { file: inFolder("f.json"), signed: inFolder("f.signed.json"), key: inFolder("key.json") };
  await writeFile(paths.key, JSON.stringify([...KEY.secretKey]), { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

/** The lines of each instruction, from its number to the next. */
function getBlocks(lines: readonly string[], count: number): string[][] {
  const starts = Array.from({ length: count }, (_, at) =>
    lines.findIndex((line) => line.startsWith(`${at + 1}. `)),
  );
  const end = lines.findIndex((line, at) => at > (starts.at(-1) ?? 0) && !line.startsWith("   "));
  return starts.map((start, at) => lines.slice(start, starts[at + 1] ?? (end < 0 ? undefined : end)));
}

function getInstructions(message: Uint8Array) {
  const { staticAccountKeys, compiledInstructions, recentBlockhash } = VersionedMessage.deserialize(message);
  const keys = staticAccountKeys.map((key) => key.toBase58());
  return {
    canLand: recentBlockhash !== "11111111111111111111111111111111",
    list: compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      ...{ program: keys[programIdIndex] ?? "", data },
      accounts: accountKeyIndexes.map((index) => keys[index] ?? ""),
    })),
  };
}

/** The dearest that the compute budget of these instructions can make them, by the network's rules. */
function priorityFee(list: ReturnType<typeof getInstructions>["list"]): bigint {
  const isComputeBudget = ({ program }: { program: string }) => program.startsWith("ComputeBudget");
  const getValues = (tag: number, size: number) =>
    list
      .filter((item) => isComputeBudget(item) && item.data[0] === tag && item.data.length > size)
      .map(({ data }) => data.slice(1, 1 + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n));
  const max = (values: bigint[], absent: bigint) =>
    values.reduce((a, b) => (b > a ? b : a), values[0] ?? absent);
  const budgets = BigInt(list.filter(isComputeBudget).length);
  const limit = max(getValues(2, 4), budgets * 3_000n + (BigInt(list.length) - budgets) * 200_000n);
  return (max(getValues(3, 8), 0n) * (limit < 1_400_000n ? limit : 1_400_000n)) / 1_000_000n;
}

test(`signs only what was described completely, for ${FILES} hostile files`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const counts = { signed: 0, shown: 0, refused: 0 };
  const options = fc.record({ allowsUnknown: fc.boolean(), allowsFee: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      hostileExports(SIGNER),
      options,
      async ({ text, message }, { allowsUnknown, allowsFee }) => {
        await rm(paths.signed, { force: true });
        await writeFile(paths.file, text);
        const lines: string[] = [];
        const extra = [
          ...(allowsUnknown ? ["--allow-unknown"] : []),
          ...(allowsFee ? ["--max-fee", "999999999"] : []),
        ];
        const exit = await signFile([paths.file, "--yes", "--key", paths.key, ...extra], {
          print: (line) => lines.push(line),
          prompt: async () => "no",
        });
        expect(
          lines.filter((line) => /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(line)),
        ).toEqual([]);
        expect(existsSync(paths.signed)).toBe(exit === EXIT.success);
        if (exit !== EXIT.success) {
          counts[exit === EXIT.unsigned ? "shown" : "refused"]++;
          return;
        }
        counts.signed++;
        const wire = fromBase64(JSON.parse(await readFile(paths.signed, "utf8")).transaction);
        const signed = wire.subarray(65);
        if (message) expect(signed).toEqual(message);
        expect(nacl.sign.detached.verify(signed, wire.subarray(1, 65), KEY.publicKey)).toBe(true);
        const { list, canLand } = getInstructions(signed);
        const blocks = getBlocks(lines, list.length);
        for (const [at, instruction] of list.entries()) {
          const block = blocks[at] ?? [];
          expect(isDescribedCompletely(block, instruction, DEFAULT_PROGRAM_ID), block.join("\n")).toBe(true);
          if (!allowsUnknown) expect(block[0]).not.toContain("UNKNOWN INSTRUCTION");
        }
        if (canLand && !allowsFee) expect(priorityFee(list)).toBeLessThanOrEqual(USUAL_FEE);
      },
    ),
    { numRuns: FILES, seed: SEED, endOnFailure: false },
  );
  process.stderr.write(`${FILES} files, seed ${SEED}: ${JSON.stringify(counts)}\n`);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(FILES / 20);
});

test("the check of descriptions itself sees a hidden byte, account or argument", () => {
  const memo = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
  const token = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
  const system = "11111111111111111111111111111111";
  const text = { program: memo, accounts: [], data: new TextEncoder().encode("a\nb") };
  const check = isDescribedCompletely;
  expect(check(["1. Memo: write a memo", "   text: a\\u{a}b"], text, SIGNER)).toBe(true);
  expect(check(["1. Memo: write a memo", "   text: ab"], text, SIGNER)).toBe(false);
  const owner = { program: token, accounts: [SIGNER, memo], data: Uint8Array.of(18, ...KEY.publicKey) };
  const accounts = [`   token account: ${SIGNER}`, `   mint: ${memo}`];
  expect(check(["1. Token program: x", ...accounts, `   owner: ${SIGNER}`], owner, SIGNER)).toBe(true);
  expect(check(["1. Token program: x", ...accounts], owner, SIGNER)).toBe(false);
  expect(check(["1. Token program: x", ...accounts.slice(1), `   owner: ${SIGNER}`], owner, SIGNER)).toBe(
    false,
  );
  const transfer = { program: system, accounts: [], data: Uint8Array.of(2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0) };
  expect(check(["1. System program: transfer", "   lamports: 5 (0.000000005 SOL)"], transfer, SIGNER)).toBe(
    true,
  );
  expect(check(["1. System program: transfer", "   lamports: 4 (0.000000004 SOL)"], transfer, SIGNER)).toBe(
    false,
  );
});
