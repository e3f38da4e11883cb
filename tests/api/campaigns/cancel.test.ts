import { Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/cancel/route";
import type { BuiltTransaction } from "@/lib/contract/operations";
import { COMPUTE_BUDGET_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readEnv } from "@/lib/service/env";
import { startServices } from "@/tests/support/http";
import { authority, getChain, latestBlockhash, NOW, openAction, RECENT } from "@/tests/support/stored-action";

const action = openAction({ handler: POST, path: "/api/campaigns/:treeAddress/cancel" });

describe("refuses and builds nothing", () => {
  action.refuses([
    ["NOT_CANCELLABLE", { cancellable: false }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW - 1n }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW - 1n, instantRefunded: true }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW - 1n, settled: true }],
    ["FULLY_VESTED", { totalClaimed: 1_000n }],
    ["NOT_CANCELLABLE", { cancellable: false, cancelledAt: NOW, totalClaimed: 1_000n }],
  ]);

  test.each([
    ["an unknown parameter", { query: { simulat: "true" } }],
    ["another encoding", { query: { encoding: "hex" } }],
    ["a simulate that is neither true nor false", { query: { simulate: "1" } }],
    ["a body that is not an object", { body: [1] }],
    ["a body of null", { body: null }],
    ["another priority fee", { body: { priorityFee: "highest" } }],
    ["squads without a multisig", { body: { squads: { vaultIndex: 0 } } }],
    ["a multisig that is not an address", { body: { squads: { multisig: "treasury" } } }],
  ])("returns 400 for %s", async (_, request) => {
    const { treeAddress } = await action.store();
    await action.expectRefused(treeAddress, { code: "VALIDATION_ERROR", request });
  });
});

describe("builds", () => {
  beforeAll(() => action.start());

  test("the unsigned transaction that the authority pays for", async () => {
    const { treeAddress } = await action.store();
    const { transaction, ...rest } = await action.build(treeAddress);
    expect(rest).toEqual({
      encoding: "base64",
      instruction: "cancel_campaign",
      feePayer: authority.address,
      signers: [authority.address],
      accounts: { cancelAuthority: authority.address, vestingTree: treeAddress },
      ...RECENT,
    });
    expect(transaction).toMatch(/^[\w+/]+=*$/);
  });

  test.each([undefined, {}, { ignored: 1 }])("returns the same transaction for the body %o", async (body) => {
    const { treeAddress } = await action.store();
    expect((await action.post(treeAddress, { body })).status).toBe(200);
  });

  test("the same bytes in base58", async () => {
    const { treeAddress } = await action.store();
    const inBase64 = await action.build(treeAddress);
    const query = { encoding: "base58" };
    const inBase58 = await action.post<BuiltTransaction>(treeAddress, { query });
    expect(inBase58.body.encoding).toBe("base58");
    expect(Buffer.from(bs58.decode(inBase58.body.transaction))).toEqual(
      Buffer.from(inBase64.transaction, "base64"),
    );
  });

  test("a transaction for the program of the settings", async () => {
    const VESTING_PROGRAM_ID = authority.address;
    const { treeAddress } = await action.store();
    const { services } = action;
    startServices({ ...services, env: { ...services.env, VESTING_PROGRAM_ID } });
    const { body } = await action.post<BuiltTransaction>(treeAddress);
    const decoded = Transaction.from(Buffer.from(body.transaction, "base64"));
    expect(decoded.instructions[0]?.programId.toBase58()).toBe(VESTING_PROGRAM_ID);
  });
});

describe("the simulation on request", () => {
  const outcome = { logs: ["Program log: a line"], unitsConsumed: 1_234n };
  const simulating = (err: Record<string, unknown> | null) =>
    getChain({
      getLatestBlockhash: latestBlockhash,
      simulate: async () => ({ err, ...outcome }),
    });
  const query = { simulate: "true" };

  test("reports that the transaction would succeed", async () => {
    action.start(simulating(null));
    const { treeAddress } = await action.store();
    const { simulation } = await action.build(treeAddress, { query });
    expect(simulation).toEqual({ ok: true, logs: outcome.logs, error: null, unitsConsumed: 1_234 });
  });

  test("returns the program's own error beside the transaction", async () => {
    action.start(simulating({ InstructionError: [0, { Custom: 6020 }] }));
    const { treeAddress } = await action.store();
    const { simulation } = await action.build(treeAddress, { query });
    expect(simulation).toMatchObject({ ok: false, error: { code: 6020, name: "AlreadyCancelled" } });
  });
});

describe("the priority fee", () => {
  const prices = Array.from({ length: 10 }, (_, at) => BigInt(at + 1) * 100_000n);
  const priced = (err: Record<string, unknown> | null = null) =>
    getChain({
      getLatestBlockhash: latestBlockhash,
      getRecentPrices: async () => prices,
      simulate: async () => ({ err, logs: [], unitsConsumed: 9_550n }),
    });
  const withSettings = (settings: Record<string, string>) => {
    const { services } = action;
    const env = readEnv({ ...settings, VESTING_PROGRAM_ID: services.env.VESTING_PROGRAM_ID });
    const { PRIORITY_FEE, MAX_PRIORITY_FEE_SOL } = env;
    startServices({ ...services, env: { ...services.env, PRIORITY_FEE, MAX_PRIORITY_FEE_SOL } });
  };

  test.each([
    ["low", 300_000n],
    ["medium", 500_000n],
    ["high", 900_000n],
  ])("computes the fee of level %s from simulated units and recent prices", async (priorityFee, price) => {
    action.start(priced());
    const { treeAddress } = await action.store();
    const built = await action.build(treeAddress, { body: { priorityFee } });
    const lamports = (11_000n * price + 999_999n) / 1_000_000n;
    expect(built.priorityFee).toEqual({
      ...{ level: priorityFee, computeUnitLimit: 11_000 },
      ...{ computeUnitPrice: `${price}`, lamports: `${lamports}` },
    });
    const decoded = Transaction.from(Buffer.from(built.transaction, "base64"));
    expect(decoded.instructions.map(({ programId }) => programId.toBase58())).toEqual([
      ...[COMPUTE_BUDGET_PROGRAM_ID, COMPUTE_BUDGET_PROGRAM_ID],
      action.services.env.VESTING_PROGRAM_ID,
    ]);
  });

  test("adds the operator's priority fee, which a request can turn off", async () => {
    action.start(priced());
    withSettings({ PRIORITY_FEE: "high" });
    const { treeAddress } = await action.store();
    expect((await action.build(treeAddress)).priorityFee).toMatchObject({ level: "high" });
    const bare = await action.build(treeAddress, { body: { priorityFee: "none" } });
    expect(bare).not.toHaveProperty("priorityFee");
  });

  test("limits the priority fee to the operator's maximum", async () => {
    action.start(priced());
    withSettings({ MAX_PRIORITY_FEE_SOL: "0.000000002" });
    const { treeAddress } = await action.store();
    const { priorityFee } = await action.build(treeAddress, { body: { priorityFee: "high" } });
    expect(priorityFee).toMatchObject({ computeUnitPrice: "181", lamports: "2" });
  });

  test("uses the network's own compute unit limit when the simulation fails", async () => {
    action.start(priced({ InstructionError: [0, { Custom: 6020 }] }));
    const { treeAddress } = await action.store();
    const { priorityFee } = await action.build(treeAddress, { body: { priorityFee: "low" } });
    expect(priorityFee).toMatchObject({ computeUnitLimit: 200_000 });
  });

  test("adds no priority fee without a request or a setting", async () => {
    action.start(priced());
    const { treeAddress } = await action.store();
    expect(await action.build(treeAddress)).not.toHaveProperty("priorityFee");
  });
});

test("returns 503 while no network is connected", async () => {
  action.start(null);
  const { treeAddress } = await action.store();
  for (const body of [{}, { squads: { multisig: authority.address } }])
    await action.expectRefused(treeAddress, { status: 503, code: "LEDGER_UNAVAILABLE", request: { body } });
});
