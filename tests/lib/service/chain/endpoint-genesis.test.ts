import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { createChain } from "@/lib/service/chain/chain";
import { EndpointGenesis } from "@/lib/service/chain/endpoint-genesis";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import { Relay } from "@/lib/service/chain/relay";
import { FaultyNode } from "@/tests/fault/support/faulty-node";

const FOREIGN = Keypair.generate().publicKey.toBase58();
let ledger: TestLedger;
let genesis: string;
let nodes: [FaultyNode, FaultyNode];

beforeAll(async () => {
  ledger = await TestLedger.start();
  genesis = await ledger.connection.getGenesisHash();
});
beforeEach(async () => {
  nodes = [await FaultyNode.start(ledger.url), await FaultyNode.start(ledger.url)];
});
afterEach(() => Promise.all(nodes.map((node) => node.close())));
afterAll(() => ledger.close());

const urls = () => nodes.map(({ url }) => url);
const open = (indexed: string | null = genesis) =>
  createChain({
    ...{ urls: urls(), timeoutMs: 1_000, deadlineMs: 1_500 },
    genesis: new EndpointGenesis(async () => indexed),
  });
const getUses = ({ answered }: FaultyNode) => answered.filter((method) => method !== "getGenesisHash");

describe("an endpoint of another network", () => {
  test("is never used, although it is the preferred endpoint", async () => {
    nodes[0].faults.genesis = FOREIGN;
    const chain = open();
    await chain.getSlot();
    await chain.getAccounts([FOREIGN]);
    await chain.getSignaturesOfAll(FOREIGN);
    expect(getUses(nodes[0])).toEqual([]);
    expect(getUses(nodes[1])).toHaveLength(3);
  });

  test("is named beside the heads of the others", async () => {
    nodes[1].faults.genesis = FOREIGN;
    const [own, foreign] = await open().getHeads();
    expect(own).toMatchObject({ slots: { head: expect.any(BigInt) } });
    expect(foreign).toMatchObject({ isForeign: true, slots: null });
    expect(getUses(nodes[1])).toEqual([]);
  });

  test("receives no request of a page", async () => {
    nodes[0].faults.genesis = FOREIGN;
    const log = { warn: () => undefined };
    const relay = new Relay(urls(), log, { genesis: new EndpointGenesis(async () => genesis) });
    await relay.request({ jsonrpc: "2.0", id: 1, method: "getAccountInfo", params: [FOREIGN] });
    expect(nodes.map(getUses)).toEqual([[], ["getAccountInfo"]]);
  });

  test("makes the network unavailable when every endpoint belongs to another network", async () => {
    for (const { faults } of nodes) faults.genesis = FOREIGN;
    const chain = open();
    await expect(chain.getSlot()).rejects.toBeInstanceOf(NetworkUnavailableError);
    await expect(chain.getSlot()).rejects.toBeInstanceOf(NetworkUnavailableError);
    expect(await chain.getHeads()).toMatchObject([{ isForeign: true }, { isForeign: true }]);
    expect(nodes.flatMap(getUses)).toEqual([]);
  });

  test("is the endpoint that differs from the first answer while nothing is indexed", async () => {
    nodes[1].faults.genesis = FOREIGN;
    const chain = open(null);
    await chain.getSlot();
    expect(await chain.getHeads()).toMatchObject([{ host: expect.any(String) }, { isForeign: true }]);
  });
});

describe("the genesis hash of an endpoint", () => {
  test("is read once for many calls", async () => {
    const chain = open();
    await Promise.all([chain.getSlot(), chain.getSlot(), chain.getSlot()]);
    await chain.getSlot();
    expect(nodes[0].answered.filter((method) => method === "getGenesisHash")).toHaveLength(1);
  });

  test("is read again after the endpoint was unreachable", async () => {
    const chain = open();
    await chain.getHeads();
    nodes[1].faults.isDown = true;
    await chain.getHeads();
    Object.assign(nodes[1].faults, { isDown: false, genesis: FOREIGN });
    expect((await chain.getHeads())[1]).toMatchObject({ isForeign: true });
    nodes[1].heal();
    expect((await chain.getHeads())[1]).toMatchObject({ slots: { head: expect.any(BigInt) } });
  });
});
