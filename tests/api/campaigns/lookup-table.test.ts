import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import type { ProofView } from "@/lib/contract/leaf";
import { createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { createLookupTable } from "@/tests/support/lookup-table";

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

async function campaign() {
  const cast = await createCast(world, "tokens");
  const half = recipient(cast, { amount: SUPPLY / 2n, start: world.now - 500n });
  const { terms, creator } = cast;
  const treeAddress = await createCampaign(world.api, { terms, recipients: [half, half], creator });
  const beneficiary = cast.beneficiary.publicKey.toBase58();
  const proof = () => world.get<ProofView>(`/api/campaigns/${treeAddress}/proof?beneficiary=${beneficiary}`);
  return { keys: { treeAddress, mint: cast.mint, creator }, proof };
}

async function put(treeAddress: string, body: object): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${world.api.baseUrl}/api/campaigns/${treeAddress}/lookup-table`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

describe("PUT /api/campaigns/:treeAddress/lookup-table", () => {
  test("stores the creator's table without a signature, and proofs return it", LONG, async () => {
    const { keys, proof } = await campaign();
    expect(await proof()).toMatchObject({ lookupTable: null });
    const lookupTable = await createLookupTable(world.api.rpcUrl, keys);
    expect(await put(keys.treeAddress, { lookupTable })).toEqual({ status: 200, ok: true });
    expect(await proof()).toMatchObject({ lookupTable });
  });

  test(
    "returns 409 for a table of someone else, of another campaign, and for another account",
    LONG,
    async () => {
      const [{ keys, proof }, other] = [await campaign(), await campaign()];
      const stranger = world.wallet();
      const refused = [
        await createLookupTable(world.api.rpcUrl, { ...keys, creator: stranger }),
        await createLookupTable(world.api.rpcUrl, other.keys),
        keys.treeAddress,
        Keypair.generate().publicKey.toBase58(),
      ];
      for (const lookupTable of refused) {
        expect(await put(keys.treeAddress, { lookupTable })).toMatchObject({ status: 409, code: "CONFLICT" });
      }
      expect(await proof()).toMatchObject({ lookupTable: null });
    },
  );

  test("returns 404 for an unknown campaign and 400 for another body", async () => {
    const unknown = Keypair.generate().publicKey.toBase58();
    expect(await put(unknown, { lookupTable: unknown })).toMatchObject({ status: 404 });
    expect(await put(unknown, { lookupTable: "no" })).toMatchObject({ status: 400 });
  });
});
