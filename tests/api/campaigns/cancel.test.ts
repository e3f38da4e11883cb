import { Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/cancel/route";
import type { BuiltTransaction } from "@/lib/contract/operations";
import { startServices } from "@/tests/support/http";
import { authority, chainOf, latestBlockhash, NOW, openAction, RECENT } from "@/tests/support/stored-action";

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

  test.each([undefined, {}, { ignored: 1 }])("the same transaction for the body %o", async (body) => {
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

describe("simulates on request", () => {
  const outcome = { logs: ["Program log: a line"], unitsConsumed: 1_234n };
  const simulating = (err: Record<string, unknown> | null) =>
    chainOf({
      getLatestBlockhash: latestBlockhash,
      simulate: async () => ({ err, ...outcome }),
    });
  const query = { simulate: "true" };

  test("and reports that the transaction would succeed", async () => {
    action.start(simulating(null));
    const { treeAddress } = await action.store();
    const { simulation } = await action.build(treeAddress, { query });
    expect(simulation).toEqual({ ok: true, logs: outcome.logs, error: null, unitsConsumed: 1_234 });
  });

  test("and names the program's own error, beside the transaction", async () => {
    action.start(simulating({ InstructionError: [0, { Custom: 6020 }] }));
    const { treeAddress } = await action.store();
    const { simulation } = await action.build(treeAddress, { query });
    expect(simulation).toMatchObject({ ok: false, error: { code: 6020, name: "AlreadyCancelled" } });
  });
});

test("returns 503 while no network is connected", async () => {
  action.start(null);
  const { treeAddress } = await action.store();
  await action.expectRefused(treeAddress, { status: 503, code: "LEDGER_UNAVAILABLE" });
});
