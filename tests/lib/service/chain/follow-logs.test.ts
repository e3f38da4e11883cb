import { once } from "node:events";
import { type Keypair, SystemProgram } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocketServer } from "ws";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { PATIENT } from "@/ledger/tests/support/long";
import { SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { followLogs, toSocketUrl } from "@/lib/service/chain/follow-logs";

describe("followLogs", () => {
  let ledger: TestLedger;
  let me: Keypair;
  let end: AbortController;
  const seen: string[] = [];
  let gaps = 0;
  const follow = (urls: string[], pingMs?: number) =>
    followLogs({
      urls,
      programId: SYSTEM_PROGRAM_ID,
      signal: end.signal,
      onSignature: ({ signature }) => seen.push(signature),
      onGap: () => gaps++,
      ...(pingMs !== undefined && { pingMs }),
    });
  const pay = () => ledger.pay(me, me.publicKey, 1);

  beforeEach(async () => {
    ledger = await TestLedger.start();
    me = ledger.wallet();
    end = new AbortController();
    seen.length = 0;
    gaps = 0;
  });
  afterEach(async () => {
    end.abort();
    await ledger.close();
  });

  it("reports transactions, and a gap when it begins", async () => {
    const following = follow([ledger.url]);
    await vi.waitFor(() => expect(gaps).toBe(1), PATIENT);
    const signature = await pay();
    await vi.waitFor(() => expect(seen).toEqual([signature]), PATIENT);
    end.abort();
    await following;
  });

  it("reports for each transaction whether it failed", async () => {
    const failures: boolean[] = [];
    const following = followLogs({
      urls: [ledger.url],
      programId: SYSTEM_PROGRAM_ID,
      signal: end.signal,
      onSignature: ({ failed }) => failures.push(failed),
      onGap: () => gaps++,
    });
    await vi.waitFor(() => expect(gaps).toBe(1), PATIENT);
    await pay();
    const lamports = 10 ** 15;
    const transfer = { fromPubkey: me.publicKey, toPubkey: me.publicKey, lamports };
    const failing = await ledger.sign([SystemProgram.transfer(transfer)], [me]);
    await ledger.connection.sendRawTransaction(failing.serialize(), { skipPreflight: true });
    await vi.waitFor(() => expect(failures).toEqual([false, true]), PATIENT);
    end.abort();
    await following;
  });

  it("reconnects after a break and reports a possible gap", async () => {
    const port = Number(new URL(ledger.url).port);
    const following = follow([ledger.url]);
    await vi.waitFor(() => expect(gaps).toBe(1), PATIENT);
    await ledger.close();
    ledger = await TestLedger.start({ port });
    me = ledger.wallet();
    await vi.waitFor(() => expect(gaps).toBe(2), PATIENT);
    const signature = await pay();
    await vi.waitFor(() => expect(seen).toContain(signature), PATIENT);
    end.abort();
    await following;
  });

  it.each([
    ["that went silent", { autoPong: false }, true],
    ["that accepts no subscription", { autoPong: true }, false],
  ])("closes a connection %s and uses the next endpoint", async (_name, { autoPong }, subscribes) => {
    const silent = new WebSocketServer({ port: 0, host: "127.0.0.1", autoPong });
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    silent.on("connection", (socket) =>
      socket.on("message", () => {
        if (subscribes) socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, result: 1 }));
      }),
    );
    const following = follow([`ws://127.0.0.1:${port}`, ledger.url], 1_000);
    await vi.waitFor(() => expect(gaps).toBe(subscribes ? 2 : 1), PATIENT);
    const signature = await pay();
    await vi.waitFor(() => expect(seen).toEqual([signature]), PATIENT);
    end.abort();
    await following;
    for (const client of silent.clients) client.terminate();
    silent.close();
  });
});

it.each([
  ["https://api.example.com/?key=k", "wss://api.example.com/?key=k"],
  ["http://127.0.0.1:8899", "ws://127.0.0.1:8900/"],
  ["wss://stream.example.com:4000/x", "wss://stream.example.com:4000/x"],
])("finds subscriptions of %s at %s", (url, socket) => {
  expect(toSocketUrl(url)).toBe(socket);
});
