import { Keypair, SendTransactionError, type SignatureStatus } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiClient } from "@/lib/client/api-client";
import { WrongNetworkError } from "@/lib/client/network/same-network";
import { sendPlan, TransactionFailedError, type TransactionRpc } from "@/lib/client/network/send-plan";
import { keypairSigner } from "@/lib/client/network/signers";
import { planPause } from "@/lib/core/plans/govern-campaign";

const key = Keypair.generate();
const signer = keypairSigner(key.secretKey);
const plan = planPause({
  treeAddress: Keypair.generate().publicKey.toBase58(),
  pauseAuthority: signer.address,
});
const GENESIS = Keypair.generate().publicKey.toBase58();
const DEVNET = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
const CONFIRMED: SignatureStatus = { slot: 1, confirmations: 0, err: null, confirmationStatus: "confirmed" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a stub node that accepts every transaction and returns one status for it. */
function getNode(over: Partial<TransactionRpc> & { status?: SignatureStatus | null } = {}) {
  const given: Uint8Array[] = [];
  const { status = CONFIRMED, ...methods } = over;
  const node: TransactionRpc = {
    getAccountInfo: async () => null,
    getBlockHeight: async () => 1,
    getGenesisHash: async () => GENESIS,
    getLatestBlockhash: async () => ({ blockhash: GENESIS, lastValidBlockHeight: 100 }),
    getSignatureStatuses: async () => ({
      context: { slot: 1 },
      value: [given.length > 0 || status === null ? status : null],
    }),
    sendRawTransaction: async (wire: Uint8Array) => {
      given.push(wire);
      return "";
    },
    ...methods,
  };
  return { node, given };
}

/** Returns a stub service that returns its network's genesis hash, and one sync status after another. */
function getService({ genesis = GENESIS, syncs = ["indexed"] as (string | number)[] } = {}) {
  let at = 0;
  const requests: string[] = [];
  const health = {
    ...{
      status: "ok",
      db: true,
      writable: true,
      rpc: true,
      version: "1",
      timestamp: 1,
      checkedAt: 1,
      genesis,
    },
    indexer: { lastSyncedSlot: "0", lastSyncTimestamp: "0", lagSeconds: null, problems: [] },
  };
  const fetch = async (input: RequestInfo | URL) => {
    requests.push(new URL(String(input)).pathname);
    if (String(input).endsWith("/api/health")) return Response.json(health);
    const status = syncs[Math.min(at++, syncs.length - 1)];
    if (typeof status === "number") return Response.json({ error: "No.", code: "CONFLICT" }, { status });
    return Response.json({
      ...{ ok: true, processed: 1, findings: [] },
      results: [{ signature: "s", status, events: 1 }],
    });
  };
  return { api: new ApiClient({ baseUrl: "http://service", fetch }), requests };
}

async function ended<T>(work: Promise<T>): Promise<T | Error> {
  const end = work.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return end;
}

describe("sendPlan", () => {
  test("signs, sends, confirms and indexes a plan, also when the service's node is behind", async () => {
    const { node, given } = getNode();
    const { api, requests } = getService({ syncs: ["pending", "pending", "indexed"] });
    const landed = await ended(sendPlan(plan, { api, connection: node, signers: [signer] }));
    expect(landed).toMatchObject({ isIndexed: true, signature: expect.any(String) });
    expect([given.length, requests.filter((path) => path === "/api/events/sync").length]).toEqual([1, 3]);
  });

  test("returns the landed transaction whatever the service answers", async () => {
    const { api } = getService({ syncs: [409] });
    const sending = sendPlan(plan, { api, connection: getNode().node, signers: [signer] });
    expect(await ended(sending)).toMatchObject({ isIndexed: false });
    const alone = sendPlan(plan, { connection: getNode().node, signers: [signer] });
    expect(await ended(alone)).toMatchObject({ isIndexed: false });
  });

  test("does not sign a plan for a node of another network, and names that network", async () => {
    const { node, given } = getNode({ getGenesisHash: async () => DEVNET });
    const { api } = getService();
    const refused = await ended(sendPlan(plan, { api, connection: node, signers: [signer] }));
    expect(refused).toBeInstanceOf(WrongNetworkError);
    expect(refused).toMatchObject({
      message: expect.stringContaining("Solana devnet"),
      expected: { genesis: GENESIS },
      found: { cluster: "devnet" },
    });
    expect(given).toEqual([]);
  });

  test("requires every signer before the first request", async () => {
    const { api, requests } = getService();
    const sending = sendPlan(plan, { api, connection: getNode().node, signers: [] });
    expect(await ended(sending)).toMatchObject({ message: expect.stringContaining(signer.address) });
    expect(requests).toEqual([]);
  });

  test("throws the program's error when the program rejects the plan", async () => {
    const err = { InstructionError: [0, { Custom: 6000 }] };
    const { node } = getNode({ status: { ...CONFIRMED, err } });
    const failed = await ended(sendPlan(plan, { connection: node, signers: [signer] }));
    expect(failed).toBeInstanceOf(TransactionFailedError);
    expect(failed).toMatchObject({ failure: { code: 6000 } });
    const transactionMessage =
      "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1770";
    const refusing = getNode({
      status: null,
      sendRawTransaction: async () => {
        throw new SendTransactionError({ action: "send", signature: "", transactionMessage });
      },
    });
    const refused = await ended(sendPlan(plan, { connection: refusing.node, signers: [signer] }));
    expect(refused).toMatchObject({ name: "TransactionFailedError", failure: { code: 6000 } });
  });

  test("throws an expiry when no block includes the transaction", async () => {
    const { node } = getNode({ status: null, getBlockHeight: async () => 101 });
    const expired = await ended(sendPlan(plan, { connection: node, signers: [signer] }));
    expect(expired).toMatchObject({ name: "TransactionFailedError", failure: { name: "Expired" } });
  });

  test("throws a NetworkError when the outcome is unknown", async () => {
    const away = async () => {
      throw new TypeError("fetch failed");
    };
    for (const method of ["getLatestBlockhash", "getSignatureStatuses"] as const) {
      const { node } = getNode({ [method]: away });
      const lost = await ended(sendPlan(plan, { connection: node, signers: [signer] }));
      expect(lost).toMatchObject({ name: "NetworkError", message: expect.stringContaining("fetch failed") });
    }
  });
});
