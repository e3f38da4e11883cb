import { Connection, type Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import { sendBuilt } from "@/lib/client/network/send-plan";
import { keypairSigner } from "@/lib/client/network/signers";
import {
  readTransaction,
  type TransactionVersion,
  transactionSignature,
} from "@/lib/core/solana/transaction/wire-transaction";
import { createLookupTable } from "@/tests/support/lookup-table";
import { createCast, recipient, SUPPLY, World } from "./harness";

/** Builders with the versions that a wallet states, on a ledger that executes all of them. */

vi.setConfig({ testTimeout: LONG.timeout });

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

const api = () => new ApiClient({ baseUrl: world.api.baseUrl, attempts: 1 });

async function campaignOfSix() {
  const cast = await createCast(world, "tokens");
  const { terms, creator } = cast;
  const recipients = Array.from({ length: 6 }, (_, at) =>
    recipient(cast, { amount: SUPPLY / 6n, start: world.now - 10_000n - BigInt(at) }),
  );
  const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
  return { cast, treeAddress };
}

async function claim(treeAddress: string, wallet: Keypair, transactionVersions?: TransactionVersion[]) {
  const account = wallet.publicKey.toBase58();
  const { transaction } = await api().buildClaim(treeAddress, {
    ...{ account, ...(transactionVersions && { transactionVersions }) },
  });
  return readTransaction(Buffer.from(transaction, "base64"));
}

describe("an action's builder", () => {
  test.each<[TransactionVersion[] | undefined, TransactionVersion]>([
    [undefined, "legacy"],
    [[0], "legacy"],
    [["legacy", 0, 1], 1],
  ])("the versions %j select version %s, which the network accepts", async (transactionVersions, version) => {
    const { cast, treeAddress } = await campaignOfSix();
    const signer = keypairSigner(cast.authority.secretKey);
    const built = await api().buildAction(treeAddress, {
      ...{ action: "cancel", signer, simulate: true, json: { transactionVersions } },
    });
    expect(built).toMatchObject({ simulation: { ok: true } });
    expect(built.version, "stated only on request").toBe(transactionVersions && version);
    const wire = readTransaction(Buffer.from(built.transaction, "base64"));
    expect(wire.version).toBe(version);
    const ledger = new Connection(world.api.rpcUrl, "confirmed");
    await sendBuilt(built, { api: api(), connection: ledger, signers: [signer] });
    expect(await world.detail(treeAddress)).toMatchObject({ status: "cancelled_grace" });
  });

  test("rejects a request that states an unknown version", async () => {
    const { cast, treeAddress } = await campaignOfSix();
    const signer = keypairSigner(cast.authority.secretKey);
    for (const transactionVersions of [[], [2], ["0"], "legacy"])
      await expect(
        api().buildAction(treeAddress, { action: "cancel", signer, json: { transactionVersions } }),
      ).rejects.toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  });
});

test("a claim uses the lookup table only for version 0, and holds more leaves in version 1", async () => {
  const { cast, treeAddress } = await campaignOfSix();
  const lookupTable = await createLookupTable(world.api.rpcUrl, { ...cast, treeAddress });
  await world.ledger.pay(cast.creator, cast.creator.publicKey, 1);
  await api().setLookupTable(treeAddress, lookupTable);
  const legacy = await claim(treeAddress, cast.beneficiary, ["legacy"]);
  const byDefault = await claim(treeAddress, cast.beneficiary);
  const newest = await claim(treeAddress, cast.beneficiary, ["legacy", 0, 1]);
  expect([legacy, byDefault, newest].map(({ version }) => version)).toEqual(["legacy", 0, 1]);
  expect(legacy.lookups).toEqual([]);
  expect(byDefault.instructions.length).toBeGreaterThan(legacy.instructions.length);
  expect(newest.instructions).toHaveLength(6);
  const { signTransaction } = keypairSigner(cast.beneficiary.secretKey);
  const signed = await signTransaction(newest.raw);
  expect(transactionSignature(readTransaction(signed)).some((byte) => byte !== 0)).toBe(true);
  await new Connection(world.api.rpcUrl, "confirmed").sendRawTransaction(signed);
  expect(await world.balance(cast.mint, cast.beneficiary)).toBe(SUPPLY);
});
