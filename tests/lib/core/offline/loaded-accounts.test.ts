import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caseCount } from "@/ledger/tests/support/thorough";
import { describeMessage } from "@/lib/core/offline/describe-message";
import { readExport, toBase64, writeExport } from "@/lib/core/offline/export-file";
import { splitWire } from "@/lib/core/offline/wire-parts";
import { planClaim } from "@/lib/core/plans/claim";
import { campaignKeys } from "@/lib/core/plans/create-campaign";
import { withDurableNonce, withFeePayer } from "@/lib/core/plans/durable-nonce";
import { planCancelCampaign, planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import { campaignLookupAddresses } from "@/lib/core/plans/lookup-table";
import type { LookupTable, SendablePlan } from "@/lib/core/plans/plan";
import { withPriorityFee } from "@/lib/core/plans/priority-fee";
import { transactionSize, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { MAX_PACKET_BYTES, readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { BENEFICIARY, LEAF, MINT, NEW_CAMPAIGN } from "@/tests/lib/service/actions/sample-plans";

const key = (n: number) => new PublicKey(new Uint8Array(32).fill(n)).toBase58();
const [TABLE, EVIL, NONCE, BLOCKHASH, PAYER] = [key(103), key(66), key(101), key(9), key(102)];
const RECENT = { blockhash: BLOCKHASH, lastValidBlockHeight: 0 };

const CAMPAIGN = campaignKeys({ ...NEW_CAMPAIGN, mint: MINT });
const getTable = (campaign = CAMPAIGN): LookupTable => ({
  address: TABLE,
  addresses: campaignLookupAddresses(campaign),
});
const HONEST = getTable();
const CLAIM: SendablePlan = {
  ...planClaim({ ...CAMPAIGN, leaf: LEAF, proof: new Uint8Array(32 * 20) }),
  lookupTables: [HONEST],
};
const FULL = withDurableNonce(withFeePayer(CLAIM, PAYER), {
  ...{ address: NONCE, authority: BENEFICIARY, value: BLOCKHASH },
});

const toWire = (plan: SendablePlan) => unsignedBytes(plan, RECENT, 0);
const getLines = (plan: SendablePlan, lookupTables: readonly LookupTable[] = [HONEST]) =>
  describeMessage(splitWire(toWire(plan)).message, DEFAULT_PROGRAM_ID, { lookupTables }).lines;
const EXPORT = { network: { name: "n", genesis: "" }, programId: DEFAULT_PROGRAM_ID };

describe("a claim of 20 levels with a fee payer and a nonce", () => {
  test("fits with the lookup table alone, and marks each account from it", () => {
    expect(transactionSize(FULL)).toBeGreaterThan(MAX_PACKET_BYTES);
    expect(toWire(FULL).length).toBeLessThanOrEqual(MAX_PACKET_BYTES);
    const lines = getLines(FULL);
    const [tree, vaultAuthority, vault, mint] = HONEST.addresses;
    const paid = findAssociatedTokenAddress({ owner: BENEFICIARY, mint: MINT }).address;
    expect(lines[0]).toBe("Transaction version: 0");
    expect(lines).toEqual(
      expect.arrayContaining([
        `Lookup table: ${TABLE}. The file states its accounts, and the message proves them.`,
        `   vesting tree: ${tree} (from the lookup table)`,
        `   vault authority: ${vaultAuthority} (from the lookup table)`,
        `   vault: ${vault} (from the lookup table)`,
        `   mint: ${mint} (from the lookup table)`,
        `   beneficiary: ${BENEFICIARY}`,
        `   beneficiary ata: ${paid}`,
      ]),
    );
  });

  test("is read back from a file with the table, and refused without it", () => {
    const text = writeExport(toWire(FULL), { ...EXPORT, lookupTables: [HONEST] });
    expect(readExport(text, DEFAULT_PROGRAM_ID).description.tables).toEqual([TABLE]);
    const { lookupTables, ...without } = JSON.parse(text);
    expect(lookupTables).toEqual([HONEST]);
    expect(() => readExport(JSON.stringify(without), DEFAULT_PROGRAM_ID)).toThrow("are not those of");
  });
});

/** Reads a transaction with other tables: returns its lines, or the reason of the refusal. */
function attempt(plan: SendablePlan, tables: readonly LookupTable[]): readonly string[] | string {
  try {
    return getLines(plan, tables);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

describe("a manipulated table in the file", () => {
  const replaced = (at: number, address: string): LookupTable => ({
    address: TABLE,
    addresses: HONEST.addresses.with(at, address),
  });

  test.each([
    ["vesting tree", 0],
    ["vault authority", 1],
    ["vault", 2],
    ["mint", 3],
    ["token program", 4],
    ["associated token program", 5],
    ["recent blockhashes", 7],
  ])("is refused with another %s", (_, at) => {
    expect(attempt(FULL, [replaced(at, EVIL)])).toMatch(/contradicts the transaction: .* Do not sign it\./);
  });

  test("is refused with another system program", () => {
    expect(attempt(CLAIM, [replaced(6, EVIL)])).toContain("system program is");
  });

  test("is refused with the whole table of another campaign, and of another mint", () => {
    for (const campaign of [
      campaignKeys({ ...NEW_CAMPAIGN, mint: MINT, campaignId: 77n }),
      { ...CAMPAIGN, mint: EVIL },
    ])
      expect(attempt(FULL, [getTable(campaign)])).toContain("contradicts the transaction");
  });

  test("is refused with an address of the message itself, so that two roles look alike", () => {
    expect(attempt(FULL, [replaced(2, BENEFICIARY)])).toContain("lists the same account twice");
    expect(attempt(FULL, [replaced(2, HONEST.addresses[1] ?? "")])).toContain("lists the same account twice");
  });

  test("is refused when it is short, absent, doubled or of another address", () => {
    const short = { address: TABLE, addresses: HONEST.addresses.slice(0, 3) };
    for (const tables of [[short], [], [HONEST, HONEST], [{ ...HONEST, address: EVIL }]])
      expect(attempt(FULL, tables)).toContain("are not those of the transaction");
  });

  test("never changes the described accounts: every table is refused, or states the same accounts", () => {
    const honest = getLines(FULL);
    const address = fc.oneof(fc.constantFrom(...HONEST.addresses, EVIL, PAYER), fc.nat(255).map(key));
    const outcomes = { refused: 0, same: 0 };
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(HONEST.addresses.length - 1), address), { minLength: 1, maxLength: 4 }),
        fc.array(address, { maxLength: 3 }),
        (changes, more) => {
          const addresses = [...HONEST.addresses, ...more];
          for (const [at, other] of changes) addresses[at] = other;
          const read = attempt(FULL, [{ address: TABLE, addresses }]);
          outcomes[typeof read === "string" ? "refused" : "same"]++;
          if (typeof read !== "string") expect(read).toEqual(honest);
        },
      ),
      { numRuns: caseCount(300) },
    );
    expect(outcomes.refused).toBeGreaterThan(outcomes.same);
    expect(outcomes.same).toBeGreaterThan(0);
  });
});

describe("an account that only a table names", () => {
  const own = findAssociatedTokenAddress({ owner: BENEFICIARY, mint: MINT }).address;
  const withTable = (plan: SendablePlan, ...addresses: string[]): SendablePlan => ({
    ...plan,
    lookupTables: [{ address: TABLE, addresses: [...HONEST.addresses, ...addresses] }],
  });
  const createPlan = (...instructions: TransactionInstruction[]): SendablePlan => ({
    ...{ instructions, feePayer: BENEFICIARY, signers: [BENEFICIARY], accounts: {} },
  });
  const meta = (address: string, isSigner = false) => ({
    ...{ pubkey: new PublicKey(address), isSigner, isWritable: true },
  });
  const tokenTransfer = new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM_ID),
    keys: [meta(key(50)), meta(own), meta(BENEFICIARY, true)],
    data: Buffer.from([3, ...new Uint8Array(8)]),
  });
  const solTransfer = SystemProgram.transfer({
    ...{ fromPubkey: new PublicKey(BENEFICIARY), toPubkey: new PublicKey(own), lamports: 5 },
  });
  const unknown = new TransactionInstruction({ programId: new PublicKey(EVIL), keys: [meta(own)] });
  const record = planClaim({ ...CAMPAIGN, leaf: LEAF, proof: new Uint8Array() }).accounts.claimRecord ?? "";

  test.each<[string, SendablePlan]>([
    ["is paid by a claim", withTable(CLAIM, own)],
    ["records a claim", withTable(CLAIM, record)],
    ["is paid by a transfer of tokens", withTable(createPlan(tokenTransfer), own)],
    ["is paid by a transfer of SOL", withTable(createPlan(solTransfer), own)],
    ["is paid by a transfer beside a claim", withTable(createPlan(...CLAIM.instructions, solTransfer), own)],
    ["belongs to an unknown instruction", withTable(createPlan(unknown), own)],
    [
      "is the campaign to cancel",
      withTable(planCancelCampaign({ ...CAMPAIGN, cancelAuthority: BENEFICIARY })),
    ],
    [
      "is the account that gets the rest of a campaign",
      withTable(planWithdrawUnvested({ ...CAMPAIGN, creator: BENEFICIARY }), own),
    ],
    [
      "is the nonce account",
      withTable(
        withDurableNonce(CLAIM, { ...{ address: NONCE, authority: BENEFICIARY, value: BLOCKHASH } }),
        NONCE,
      ),
    ],
  ])("is refused where it %s", (_, plan) => {
    expect(attempt(plan, plan.lookupTables ?? [])).toMatch(/nothing in it proves that account/);
  });
});

test("an account from a table that no instruction uses is refused", () => {
  // The last list of the message has the indexes of the accounts to read.
  const wire = toWire(CLAIM);
  const [count = 0] = wire.slice(-1 - (readTransaction(wire).lookups[0]?.readonlyIndexes.length ?? 0));
  const at = wire.length - 1 - count;
  const more = Uint8Array.from([...wire.slice(0, at), count + 1, ...wire.slice(at + 1), 7]);
  const message = splitWire(more).message;
  expect(() => describeMessage(message, DEFAULT_PROGRAM_ID, { lookupTables: [HONEST] })).toThrow(
    "nothing in it proves that account",
  );
});

describe("a file for another program", () => {
  test("is refused by its program, also with a table that only that program's addresses match", () => {
    const programId = key(55);
    const campaign = { ...CAMPAIGN, programId };
    const tables = [getTable(campaign)];
    const plan = { ...planClaim({ ...campaign, leaf: LEAF, proof: new Uint8Array() }), lookupTables: tables };
    const text = writeExport(toWire(plan), { ...EXPORT, programId, lookupTables: tables });
    expect(readExport(text, programId).description.isKnown).toBe(true);
    expect(() => readExport(text, DEFAULT_PROGRAM_ID)).toThrow(`for the vesting program ${programId}`);
  });
});

describe("a transaction of version 1", () => {
  const paid = withPriorityFee(FULL, { computeUnitLimit: 90_000, computeUnitPrice: 1_000n });
  const wire = unsignedBytes(paid, RECENT, 1);

  test("states its limits and the fee in its message, and has no table", () => {
    const { fee, lines, isKnown, version } = describeMessage(splitWire(wire).message, DEFAULT_PROGRAM_ID);
    expect({ fee, isKnown, version }).toEqual({
      ...{ fee: { total: 10_090n, priority: 90n }, isKnown: true, version: 1 },
    });
    expect(lines.slice(0, 2)).toEqual([
      "Transaction version: 1",
      "Limits: 90000 compute units, 67108864 bytes of accounts, 32768 bytes of heap",
    ]);
    expect(lines.join("\n")).not.toContain("ookup table");
  });

  test("is refused with one byte more or less, and with a table", () => {
    const { transaction, ...file } = JSON.parse(writeExport(wire, EXPORT));
    expect(readExport(JSON.stringify({ ...file, transaction }), DEFAULT_PROGRAM_ID).description.version).toBe(
      1,
    );
    for (const bytes of [wire.subarray(0, -1), Uint8Array.of(...wire, 0)]) {
      const text = JSON.stringify({ ...file, transaction: toBase64(bytes) });
      expect(() => readExport(text, DEFAULT_PROGRAM_ID)).toThrow("not a transaction");
    }
    const text = JSON.stringify({ ...file, transaction, lookupTables: [HONEST] });
    expect(() => readExport(text, DEFAULT_PROGRAM_ID)).toThrow("are not those of");
  });
});
