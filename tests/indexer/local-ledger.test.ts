import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  blockhash as asBlockhash,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLoadedAccountsDataSizeLimit,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import type { TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { campaigns } from "@/db/schema";
import type { Fault } from "@/ledger/rpc/server/faults";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG, PATIENT } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import { followLogs } from "@/lib/service/chain/follow-logs";
import { type Clock, systemClock } from "@/lib/service/clock";
import { compareAccount } from "@/lib/service/indexer/compare/accounts";
import { followNetwork } from "@/lib/service/indexer/follower";
import { runIndexer } from "@/lib/service/indexer/run";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { LedgerCampaign } from "../support/ledger-campaign";
import { database, openIndex } from "./support/fresh-index";
import { forgetIndex, indexerContext, indexOf, runOnce } from "./support/index-of";

/**
 * The indexer runs on the real program, over JSON-RPC and WebSocket, with a node that misbehaves as public
 * nodes do.
 */
openIndex([]);
let ledger: TestLedger;
let campaign: LedgerCampaign;
afterEach(() => ledger.close());

async function start(options: Parameters<typeof TestLedger.start>[0] = {}): Promise<void> {
  ledger = await TestLedger.start(options);
  campaign = await LedgerCampaign.create(ledger);
  await database.db.insert(campaigns).values(campaign.registration);
}

const spoil = (failure: Fault) => ledger.controls.addFault(failure);
const context = (timing: { timeoutMs?: number; deadlineMs?: number } = {}, over: Partial<Clock> = {}) =>
  indexerContext(database.db, createChain({ urls: [ledger.url], ...timing }), over);

async function row() {
  const [found] = await database.db.select().from(campaigns);
  if (!found) throw new Error("The campaign is gone.");
  return found;
}

async function expectAsOnLedger(): Promise<void> {
  const { trees } = await context().chain.getVestingTrees([campaign.treeAddress]);
  expect(trees[0]).not.toBeNull();
  expect(compareAccount(await row(), trees[0] ?? null)).toEqual([]);
}

test("indexes claims and pauses as the network's account has them", async () => {
  await start();
  await campaign.claim(0);
  ledger.controls.advanceTime(86_400);
  await ledger.send(
    [campaign.claimInstruction(0), campaign.pauseInstruction(true)],
    [campaign.people[0] ?? campaign.creator, campaign.creator],
  );
  const report = await runOnce(context(), { full: true });
  expect(report).toMatchObject({ ok: true, complete: true, drift: [], byType: { claimed: 2, paused: 1 } });
  expect(await row()).toMatchObject({ paused: true, claimCount: 2, uniqueClaimers: 1 });
  await expectAsOnLedger();
  expect(await runOnce(context())).toMatchObject({ processed: 0, transactions: 0, complete: true });
});

/** Sends an instruction that the creator signs, in a transaction of a given version. */
async function sendVersion(version: 0 | 1, instruction: TransactionInstruction): Promise<void> {
  const signer = await createKeyPairSignerFromBytes(campaign.creator.secretKey);
  const { blockhash, lastValidBlockHeight } = await ledger.connection.getLatestBlockhash();
  const lifetime = { blockhash: asBlockhash(blockhash), lastValidBlockHeight: BigInt(lastValidBlockHeight) };
  const role = ({ isSigner, isWritable }: { isSigner: boolean; isWritable: boolean }) =>
    isSigner ? AccountRole.READONLY_SIGNER : isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
  const accounts = instruction.keys.map((key) => ({
    address: address(key.pubkey.toBase58()),
    role: role(key),
  }));
  const programAddress = address(instruction.programId.toBase58());
  const started = setTransactionMessageLifetimeUsingBlockhash(
    lifetime,
    setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version })),
  );
  const message = setTransactionMessageLoadedAccountsDataSizeLimit(
    1_000_000,
    setTransactionMessageComputeUnitLimit(
      200_000,
      appendTransactionMessageInstruction({ programAddress, accounts, data: instruction.data }, started),
    ),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  const sent = await ledger.call("sendTransaction", getBase64EncodedWireTransaction(transaction), {
    encoding: "base64",
  });
  expect(sent.error).toBeUndefined();
}

test("reads transactions of versions 0 and 1 like any other", async () => {
  await start();
  await sendVersion(0, campaign.pauseInstruction(true));
  await sendVersion(1, campaign.pauseInstruction(false));
  await sendVersion(1, campaign.pauseInstruction(true));
  expect(await runOnce(context())).toMatchObject({ ok: true, byType: { paused: 3 } });
  expect((await row()).paused).toBe(true);
  await expectAsOnLedger();
});

test("shows a claim as soon as the network reports it, before the next run", async () => {
  await start({ instant: false, slotMs: 50 });
  let onSubscribed = () => {};
  const subscribed = new Promise<void>((resolve) => {
    onSubscribed = resolve;
  });
  const follower = followNetwork(context(), {
    timeLimitMs: 5_000,
    intervalMs: 3_600_000,
    follow: ({ onGap, ...listeners }) =>
      followLogs({
        urls: [ledger.url],
        programId: context().programId,
        ...listeners,
        onGap: () => {
          onGap();
          onSubscribed();
        },
      }),
  });
  onTestFinished(() => follower.close());
  await subscribed;
  await campaign.claim(0);
  await vi.waitFor(async () => expect((await row()).claimCount).toBe(1), PATIENT);
});

test("removes a claim with all its changes when a fork drops it", async () => {
  await start({ instant: false, slotMs: 0, finalizedAfter: 20 });
  const { controls } = ledger.ledger;
  controls.advanceSlots(40);
  const stored = await campaign.claim(0);
  controls.advanceSlots(2);
  const dropped = await campaign.claim(1);
  controls.advanceSlots(2);
  await runOnce(context());
  expect((await indexOf(database.db)).events.claimed).toHaveLength(2);
  expect(controls.dropTransaction(bs58.decode(dropped))).toBe(true);
  let later = 0n;
  const now = () => systemClock.now() + later;
  for (let run = 0; run < 5; run++) {
    controls.advanceSlots(60);
    await runOnce(context({}, { now }));
  }
  expect((await indexOf(database.db)).events.claimed).toHaveLength(2);
  later = 121n;
  await runOnce(context({}, { now }));
  const { events } = await indexOf(database.db);
  expect(events.claimed).toEqual([expect.objectContaining({ signature: stored })]);
  await expectAsOnLedger();
});

test(
  "retries a node that refuses for a while, and ends the run when the node does not recover",
  LONG,
  async () => {
    await start();
    const signature = await campaign.claim(0);
    spoil({ method: "getTransaction", times: 2, status: 429, retryAfter: 0 });
    spoil({ method: "getSignaturesForAddress", times: 1, hangUp: true });
    expect(await runOnce(context())).toMatchObject({ ok: true, processed: 1 });
    await forgetIndex(database.db);
    spoil({ method: "getTransaction", status: 429 });
    const short = context({ deadlineMs: 300 });
    await expect(runIndexer(short, { timeLimitMs: 5_000 })).rejects.toThrow(NetworkUnavailableError);
    expect((await selectIndexedTo(database.db)).slot).toBe(0n);
    expect(await syncSignatures(short, [signature])).toMatchObject([{ status: "pending" }]);
    ledger.controls.clearFaults();
    expect(await runOnce(context())).toMatchObject({ ok: true, complete: true });
    await expectAsOnLedger();
  },
);

test("holds the checkpoint when a node wrongly returns null, and loses nothing", async () => {
  await start();
  const first = await campaign.claim(0);
  spoil({ method: "getTransaction", result: null });
  expect(await runOnce(context())).toMatchObject({ ok: false, complete: false, processed: 0 });
  ledger.controls.clearFaults();
  spoil({ method: "getSignaturesForAddress", result: [] });
  const second = await campaign.claim(1);
  expect(await runOnce(context())).toMatchObject({ ok: false, complete: false });
  ledger.controls.clearFaults();
  await runOnce(context());
  const { events } = await indexOf(database.db);
  const claims = (events.claimed ?? []).map((claim) => Object(claim).signature);
  expect(claims.toSorted()).toEqual([first, second].toSorted());
});

test("answers clients while a node hangs", async () => {
  await start();
  const signature = await campaign.claim(0);
  spoil({ method: "*", delayMs: 60_000, hangUp: true });
  // No node answers during this test, so a returned result did not wait for one.
  expect(await syncSignatures(context(), [signature])).toEqual([{ signature, status: "pending", events: 0 }]);
});
