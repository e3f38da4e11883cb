import { readFileSync } from "node:fs";
import { PublicKey } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { planClaim } from "@/lib/core/plans/claim";
import { campaignKeys } from "@/lib/core/plans/create-campaign";
import { withDurableNonce, withFeePayer } from "@/lib/core/plans/durable-nonce";
import { campaignLookupAddresses, needsLookupTable } from "@/lib/core/plans/lookup-table";
import { chooseVersion, sizeWithWalletAdditions } from "@/lib/core/plans/pack-plans";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { withPriorityFee } from "@/lib/core/plans/priority-fee";
import { transactionSize, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import {
  getMaxBytes,
  MAX_PACKET_BYTES,
  readTransaction,
  type TransactionVersion,
} from "@/lib/core/solana/transaction/wire-transaction";
import { BENEFICIARY, LEAF, MINTS, NEW_CAMPAIGN } from "@/tests/lib/service/actions/sample-plans";

const RECENT = { blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N", lastValidBlockHeight: 321 };
const DEPTHS = Array.from({ length: 20 }, (_, at) => at + 1);
const getAddress = (byte: number) => new PublicKey(new Uint8Array(32).fill(byte)).toBase58();

type Change = (plan: TransactionPlan) => TransactionPlan;
const withFee: Change = (plan) =>
  withPriorityFee(plan, { computeUnitLimit: 1_400_000, computeUnitPrice: 2n ** 40n });
const withNonce: Change = (plan) =>
  withDurableNonce(plan, { address: getAddress(101), authority: BENEFICIARY, value: "" });
const withPayer: Change = (plan) => withFeePayer(plan, getAddress(102));

/** The columns of the table, in order. */
const CHANGES: Readonly<Record<string, Change>> = {
  alone: (plan) => plan,
  "priority fee": withFee,
  "durable nonce": withNonce,
  "other fee payer": withPayer,
  "all three": (plan) => withPayer(withNonce(withFee(plan))),
};

/** The rows of the table for each mint, in order. */
const FORMATS: readonly { name: string; version: TransactionVersion; usesTable: boolean }[] = [
  { name: "version 0", version: 0, usesTable: false },
  { name: "version 0 with the lookup table", version: 0, usesTable: true },
  { name: "version 1", version: 1, usesTable: false },
];

function claim(mint: string, depth: number): TransactionPlan {
  const keys = campaignKeys({ ...NEW_CAMPAIGN, mint });
  const lookupTables = [{ address: getAddress(103), addresses: campaignLookupAddresses(keys) }];
  return { ...planClaim({ ...keys, leaf: LEAF, proof: new Uint8Array(32 * depth) }), lookupTables };
}

type Format = (typeof FORMATS)[number];

const getSize = (plan: TransactionPlan, { version, usesTable }: Format) =>
  transactionSize(usesTable ? plan : { ...plan, lookupTables: [] }, version);

/** Returns the depths up to which a claim fits, from 0 to 20. */
const depthsThatFit = (mint: string, format: Format, change: Change) =>
  DEPTHS.filter((depth) => getSize(change(claim(mint, depth)), format) <= getMaxBytes(format.version)).length;

const rows = MINTS.flatMap(([kind, mint]) =>
  FORMATS.map((format) => {
    const cells = Object.values(CHANGES).map((change) => {
      const size = getSize(change(claim(mint, 20)), format).toLocaleString("en");
      const fitting = depthsThatFit(mint, format, change);
      return fitting === 20 ? size : `${size}: ${fitting} levels fit`;
    });
    return `| ${[kind, format.name, ...cells].join(" | ")} |`;
  }),
);

describe("a claim from a tree of up to 20 levels, 1,048,576 leaves", () => {
  const ofTables = FORMATS.filter(({ usesTable, version }) => usesTable || version === 1);

  test.each(ofTables)("fits in a transaction of $name with all additions", (format) => {
    for (const [, mint] of MINTS) {
      for (const change of Object.values(CHANGES)) expect(depthsThatFit(mint, format, change)).toBe(20);
    }
  });

  test("fits in bare version 0 for native SOL, and for tokens only to the documented depth", () => {
    const [bare] = FORMATS;
    if (!bare) throw new Error("There is no format.");
    const fitting = MINTS.map(([, mint]) =>
      Object.values(CHANGES).map((change) => depthsThatFit(mint, bare, change)),
    );
    expect(fitting).toEqual([
      [20, 19, 18, 18, 14],
      [20, 20, 20, 20, 20],
    ]);
  });

  test("has the sizes that the documentation states", () => {
    const page = readFileSync("docs/actions/client-built.md", "utf8").split("\n");
    expect(page.filter((line) => /^\| (?:tokens|native SOL) \| version/.test(line))).toEqual(rows);
    expect(page).toContain(`| campaign | transaction | ${Object.keys(CHANGES).join(" | ")} |`);
  });

  test.each(MINTS)("has the size that its bytes have, with %s", (_, mint) => {
    for (const depth of DEPTHS) {
      for (const { version } of FORMATS) {
        const plan = withFee(claim(mint, depth));
        if (transactionSize(plan, version) > getMaxBytes(version)) continue;
        const bytes = unsignedBytes(plan, RECENT, version);
        expect(bytes.length).toBe(transactionSize(plan, version));
        expect(readTransaction(bytes).version).toBe(version);
      }
    }
  });
});

describe("sizeWithWalletAdditions", () => {
  test("bounds the transaction with the fee and the nonce that a wallet adds, in every version", () => {
    for (const [, mint] of MINTS) {
      for (const version of ["legacy", 0, 1] as const) {
        const plan = claim(mint, 9);
        const whole = transactionSize(withNonce(withFee(plan)), version);
        expect(whole).toBeLessThanOrEqual(sizeWithWalletAdditions(plan, version));
      }
    }
  });
});

describe("chooseVersion", () => {
  const [deep, flat] = [20, 10].map((depth) => claim(MINTS[0][1], depth));
  if (!deep || !flat) throw new Error("There is no plan.");

  test("is 1 where the wallet and the network have it", () => {
    expect(chooseVersion(flat, ["legacy", 0, 1])).toBe(1);
  });

  test("is 0 only with a lookup table, for a claim without room for additions as a legacy transaction", () => {
    expect(chooseVersion(flat, ["legacy", 0])).toBe("legacy");
    expect(chooseVersion(deep, ["legacy", 0])).toBe(0);
    expect(chooseVersion(deep, ["legacy"])).toBe("legacy");
    expect(chooseVersion({ ...deep, lookupTables: [] }, ["legacy", 0])).toBe("legacy");
  });
});

describe("needsLookupTable", () => {
  test("is true exactly for token campaigns with more than 16 levels", () => {
    const [[, token], [, native]] = MINTS;
    expect(needsLookupTable({ mint: token, leafCount: 65_536 })).toBe(false);
    expect(needsLookupTable({ mint: token, leafCount: 65_537 })).toBe(true);
    expect(needsLookupTable({ mint: native, leafCount: 1_048_576 })).toBe(false);
  });

  test("is false only for depths at which every claim has room for what wallets add", () => {
    expect(sizeWithWalletAdditions(claim(MINTS[0][1], 16))).toBeLessThanOrEqual(MAX_PACKET_BYTES);
    expect(sizeWithWalletAdditions(claim(MINTS[1][1], 20))).toBeLessThanOrEqual(MAX_PACKET_BYTES);
  });
});
