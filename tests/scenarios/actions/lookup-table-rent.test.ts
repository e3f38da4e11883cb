import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POST } from "@/app/rpc/route";
import { planAction } from "@/components/actions/plan-action";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import { english } from "@/lib/core/i18n/translator";
import { type LookupTableStep, readLookupTable, tableStep } from "@/lib/core/plans/lookup-table";
import { createChain } from "@/lib/service/chain/chain";
import { Relay } from "@/lib/service/chain/relay";
import { readEnv } from "@/lib/service/env";
import { readCampaignPage } from "@/lib/service/pages/campaign-page";
import { call, startServices } from "@/tests/support/http";
import { createLookupTable } from "@/tests/support/lookup-table";
import { createCast, recipient, SUPPLY, World } from "./harness";

/** Closes lookup tables of campaigns as the dashboard does: through the relay of a service on a cluster. */

// Each service of other settings migrates a database of its own.
vi.setConfig({ testTimeout: LONG.timeout });

const PAGE = { host: "localhost:3000", origin: "http://localhost:3000", "sec-fetch-site": "same-origin" };

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

async function campaignWithTable() {
  const cast = await createCast(world, "tokens");
  const { terms, creator } = cast;
  const recipients = [recipient(cast, { amount: SUPPLY, start: world.now - 5_000n })];
  const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
  const lookupTable = await createLookupTable(world.api.rpcUrl, { ...cast, treeAddress });
  await world.ledger.pay(creator, creator.publicKey, 1);
  await new ApiClient({ baseUrl: world.api.baseUrl }).setLookupTable(treeAddress, lookupTable);
  return { treeAddress, lookupTable, creator };
}

/** Signs and sends instructions through the relay of a service whose node is not its own. */
async function relay(instructions: readonly TransactionInstruction[], payer: Keypair) {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", SOLANA_RPC_URL: world.api.rpcUrl });
  const log = { warn: () => undefined };
  const chain = createChain({ urls: [world.api.rpcUrl] });
  startServices({
    env,
    db: world.db,
    chain,
    now: () => world.now,
    relay: new Relay([world.api.rpcUrl], log),
  });
  const { blockhash } = await connection().getLatestBlockhash();
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 0 });
  transaction.add(...instructions).sign(payer);
  const wire = transaction.serialize().toString("base64");
  const body = { jsonrpc: "2.0", id: 1, method: "sendTransaction", params: [wire, { encoding: "base64" }] };
  return call<{ result?: string; error?: object }>(POST, { path: "/rpc", body, headers: PAGE });
}

const connection = () => new Connection(world.api.rpcUrl, "confirmed");

async function getState(address: string) {
  const { context, value } = await connection().getAccountInfoAndContext(new PublicKey(address));
  const table = readLookupTable(address, value && { owner: value.owner.toBase58(), data: value.data });
  return table && { ...tableStep(table, BigInt(context.slot)), rent: value?.lamports ?? 0 };
}

describe("a campaign's lookup table", () => {
  test("is deactivated, and closed about 513 slots later, and its rent returns to the creator", async () => {
    const { treeAddress, lookupTable, creator } = await campaignWithTable();
    const page = await readCampaignPage(treeAddress);
    if (!page) throw new Error("The campaign has no page.");
    expect(page.action.lookupTable).toBe(lookupTable);
    const run = async (step: LookupTableStep) => {
      const request = {
        kind: "close-lookup-table",
        campaign: page.action,
        lookupTable,
        step,
        rent: "0",
      } as const;
      const [plan] = await planAction(request, { t: english, merkleRoot: null, supported: ["legacy"] });
      return relay(plan?.instructions ?? [], creator);
    };
    const before = await getState(lookupTable);
    expect(before).toMatchObject({ step: "deactivate", waitSlots: 0 });
    expect(await run("deactivate")).toMatchObject({ status: 200, body: { result: expect.any(String) } });
    const deactivated = await getState(lookupTable);
    expect(deactivated?.step).toBe("close");
    expect(deactivated?.waitSlots).toBeGreaterThan(500);
    expect((await run("close")).body.error).toBeDefined();
    // The network closes it exactly when the page offers it.
    world.ledger.controls.advanceSlots((deactivated?.waitSlots ?? 0) - 1);
    expect(await getState(lookupTable)).toMatchObject({ waitSlots: 1 });
    world.ledger.controls.advanceSlots(1);
    expect(await getState(lookupTable)).toMatchObject({ step: "close", waitSlots: 0 });
    const balance = await connection().getBalance(creator.publicKey);
    expect(await run("close")).toMatchObject({ status: 200, body: { result: expect.any(String) } });
    expect(await getState(lookupTable)).toBeNull();
    expect((await connection().getBalance(creator.publicKey)) - balance).toBe((before?.rent ?? 0) - 5_000);
  });
});

describe("the relay", () => {
  test("accepts nothing else without the program", async () => {
    const { lookupTable, creator } = await campaignWithTable();
    const other = await campaignWithTable();
    const stranger = world.wallet();
    const table = new PublicKey(lookupTable);
    const authority = creator.publicKey;
    const by = { lookupTable: table, authority };
    const deactivate = AddressLookupTableProgram.deactivateLookupTable(by);
    const close = AddressLookupTableProgram.closeLookupTable({ ...by, recipient: authority });
    const pay = SystemProgram.transfer({ fromPubkey: authority, toPubkey: stranger.publicKey, lamports: 1 });
    const unrecorded = await createLookupTable(world.api.rpcUrl, {
      ...{ creator, treeAddress: other.treeAddress, mint: PublicKey.default.toBase58() },
    });
    const refused: [TransactionInstruction[], Keypair][] = [
      [[AddressLookupTableProgram.freezeLookupTable(by)], creator],
      [[AddressLookupTableProgram.extendLookupTable({ ...by, addresses: [authority] })], creator],
      [[AddressLookupTableProgram.closeLookupTable({ ...by, recipient: stranger.publicKey })], creator],
      [[deactivate, pay], creator],
      [[deactivate, close], creator],
      [[deactivate, deactivate], creator],
      [[pay], creator],
      [[ComputeBudgetProgram.setComputeUnitLimit({ units: 1 })], creator],
      [
        [AddressLookupTableProgram.deactivateLookupTable({ ...by, lookupTable: new PublicKey(unrecorded) })],
        creator,
      ],
      [[AddressLookupTableProgram.deactivateLookupTable({ ...by, authority: stranger.publicKey })], stranger],
      [
        [
          AddressLookupTableProgram.deactivateLookupTable({
            ...{ ...by, lookupTable: new PublicKey(other.lookupTable) },
          }),
        ],
        creator,
      ],
    ];
    for (const [instructions, payer] of refused) expect((await relay(instructions, payer)).status).toBe(403);
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1n });
    expect(await relay([price, deactivate], creator)).toMatchObject({ status: 200 });
  });
});
