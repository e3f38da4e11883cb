import { type AccountInfo, Keypair, type SignatureStatus, SystemProgram } from "@solana/web3.js";
import { beforeEach, expect, test, vi } from "vitest";
import { ConnectionLostError } from "@/components/service/service-fetch";
import { type DeliveryRpc, deliver, shareConnection } from "@/lib/client/network/deliver";

const SENT = { signature: "s", lastValidBlockHeight: 150, wire: btoa("signed") };
const status = (confirmationStatus: SignatureStatus["confirmationStatus"], err: object | null = null) =>
  ({ slot: 1, confirmations: 0, err, confirmationStatus }) as SignatureStatus;

/** A stub ledger that returns one status of the signature after another, and repeats the last one forever. */
function ledgerReturning(
  message: (SignatureStatus | null | Error)[],
  over: {
    height?: () => number;
    refuses?: () => Error | null;
    nonceAccount?: () => AccountInfo<Buffer> | null;
  } = {},
) {
  const handedIn: string[] = [];
  let looks = 0;
  const ledger: DeliveryRpc = {
    getSignatureStatuses: async () => {
      const output = message[Math.min(looks++, message.length - 1)] ?? null;
      if (output instanceof Error) throw output;
      return { context: { slot: 1 }, value: [output] };
    },
    getBlockHeight: async () => over.height?.() ?? 100,
    getAccountInfo: async () => over.nonceAccount?.() ?? null,
    sendRawTransaction: async (wire: Uint8Array) => {
      handedIn.push(new TextDecoder().decode(wire));
      const refusal = over.refuses?.();
      if (refusal) throw refusal;
      return SENT.signature;
    },
  };
  return { ledger, handedIn, looks: () => looks };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

async function delivered(ledger: DeliveryRpc) {
  const outcome = deliver(SENT, ledger).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return outcome;
}

test("does not send a transaction again that has landed", async () => {
  const { ledger, handedIn } = ledgerReturning([status("confirmed")]);
  expect(await delivered(ledger)).toEqual({ outcome: "landed" });
  expect(handedIn).toEqual([]);
});

test("sends the exact bytes of an unknown transaction and polls until it is confirmed", async () => {
  const { ledger, handedIn } = ledgerReturning([null, status("processed"), status("confirmed")]);
  expect(await delivered(ledger)).toEqual({ outcome: "landed" });
  expect(handedIn).toEqual(["signed"]);
});

test("tolerates lost answers, and gives up after five in a row", async () => {
  const lost = () => new ConnectionLostError("away");
  const four = [lost(), lost(), lost(), lost()];
  const { ledger } = ledgerReturning([...four, status("processed"), ...four, status("confirmed")]);
  expect(await delivered(ledger)).toEqual({ outcome: "landed" });
  const away = ledgerReturning([...four, lost(), status("confirmed")]);
  expect(await delivered(away.ledger)).toBeInstanceOf(ConnectionLostError);
});

test("returns the error of a transaction that failed on the network", async () => {
  const error = { InstructionError: [0, { Custom: 6019 }] };
  const { ledger } = ledgerReturning([null, status("confirmed", error)]);
  expect(await delivered(ledger)).toEqual({ outcome: "failed", error });
});

test('returns "expired" only after the last valid block and one more status check', async () => {
  let height = 149;
  const { ledger } = ledgerReturning([null], { height: () => height++ });
  expect(await delivered(ledger)).toEqual({ outcome: "expired" });
  const late = ledgerReturning([null, status("confirmed")], { height: () => 151 });
  expect(await delivered(late.ledger)).toEqual({ outcome: "landed" });
  expect(late.handedIn).toEqual([]);
});

test("still sends at the last valid block height", async () => {
  const { ledger, handedIn } = ledgerReturning([null, status("confirmed")], {
    height: () => SENT.lastValidBlockHeight,
  });
  expect(await delivered(ledger)).toEqual({ outcome: "landed" });
  expect(handedIn).toEqual(["signed"]);
});

test("returns a node's refusal unless the transaction has landed meanwhile", async () => {
  const refusal = new Error("Transaction simulation failed: custom program error: 0x1");
  const refused = ledgerReturning([null], { refuses: () => refusal });
  expect(await delivered(refused.ledger)).toEqual({ outcome: "refused", error: refusal });
  const landed = ledgerReturning([null, status("confirmed")], { refuses: () => refusal });
  expect(await delivered(landed.ledger)).toEqual({ outcome: "landed" });
});

test("does not take a refusal as final after a node accepted the transaction", async () => {
  const refusal = new Error("Transaction simulation failed: custom program error: 0x1");
  let sends = 0;
  const later = { refuses: () => (sends++ === 0 ? null : refusal) };
  const landing = ledgerReturning([...Array(8).fill(null), status("confirmed")], later);
  expect(await delivered(landing.ledger)).toEqual({ outcome: "landed" });
  expect(landing.handedIn.length).toBeGreaterThan(1);
  sends = 0;
  let height = 140;
  const expiring = ledgerReturning([null], { ...later, height: () => height++ });
  expect(await delivered(expiring.ledger)).toEqual({ outcome: "expired" });
});

test.each([
  "Transaction simulation failed: Blockhash not found",
  "The node is behind. Try again in a moment.",
  "The network rejected the call.",
])("sends again after a node returns “%s”", async (output) => {
  let tries = 0;
  const { ledger, handedIn } = ledgerReturning([...Array(12).fill(null), status("confirmed")], {
    refuses: () => (tries++ === 0 ? new Error(output) : null),
  });
  expect(await delivered(ledger)).toEqual({ outcome: "landed" });
  expect(handedIn.length).toBeGreaterThan(1);
});

test("waits for a connection that recovers, and throws when the connection stays lost", async () => {
  const lost = new ConnectionLostError("The service cannot be reached.");
  const back = ledgerReturning([lost, lost, status("confirmed")]);
  expect(await delivered(back.ledger)).toEqual({ outcome: "landed" });
  const away = ledgerReturning([lost]);
  expect(await delivered(away.ledger)).toBe(lost);
  expect(away.looks()).toBe(5);
  expect(away.handedIn).toEqual([]);
});

const NONCE_ACCOUNT = Keypair.generate().publicKey;
const NONCE = Keypair.generate().publicKey;

/** Returns a nonce account in the network's layout: version, state, authority, value, fee. */
function nonceAccount(value: Uint8Array): AccountInfo<Buffer> {
  const data = Buffer.alloc(80);
  data.writeUInt32LE(1, 0);
  data.writeUInt32LE(1, 4);
  data.set(value, 40);
  return { executable: false, lamports: 1, owner: SystemProgram.programId, data };
}

test("waits at any block height for a transaction with a durable nonce until the nonce changes", async () => {
  const sent = {
    ...SENT,
    nonce: { account: NONCE_ACCOUNT.toBase58(), value: NONCE.toBase58() },
  };
  const deliverSent = async (ledger: DeliveryRpc) => {
    const outcome = deliver(sent, ledger);
    await vi.runAllTimersAsync();
    return outcome;
  };
  const late = { height: () => 10_000 };
  const unused = ledgerReturning([null, null, null, status("confirmed")], {
    ...late,
    nonceAccount: () => nonceAccount(NONCE.toBytes()),
  });
  expect(await deliverSent(unused.ledger)).toEqual({ outcome: "landed" });
  expect(unused.handedIn).toEqual(["signed"]);
  const used = ledgerReturning([null], {
    ...late,
    nonceAccount: () => nonceAccount(NONCE_ACCOUNT.toBytes()),
  });
  expect(await deliverSent(used.ledger)).toEqual({ outcome: "expired" });
  expect(used.handedIn).toEqual([]);
  expect(await deliverSent(ledgerReturning([null], late).ledger)).toEqual({ outcome: "expired" });
});

test("requests at most 32 statuses in one call, which is the limit of the service", async () => {
  const sizes: number[] = [];
  const { ledger } = ledgerReturning([]);
  const shared = shareConnection({
    ...ledger,
    getSignatureStatuses: async (signatures) => {
      sizes.push(signatures.length);
      const value = signatures.map((signature) => status("confirmed", { Failed: signature }));
      return { context: { slot: 1 }, value };
    },
  });
  const names = Array.from({ length: 70 }, (_, at) => `s${at}`);
  const all = Promise.all(names.map((signature) => deliver({ ...SENT, signature }, shared)));
  await vi.runAllTimersAsync();
  expect(await all).toEqual(names.map((name) => ({ outcome: "failed", error: { Failed: name } })));
  expect(sizes).toEqual([32, 32, 6]);
});

test("batches the polls of many deliveries and returns each its own outcome", async () => {
  const requested: number[] = [];
  const landsAt = new Map(Array.from({ length: 20 }, (_, at) => [`s${at}`, at % 5]));
  let heights = 0;
  let round = 0;
  const ledger: DeliveryRpc = {
    getSignatureStatuses: async (signatures) => {
      requested.push(signatures.length);
      round += 1;
      const value = signatures.map((signature) => {
        if (signature === "s7") return round > 3 ? status("confirmed", { Failed: signature }) : null;
        return round > (landsAt.get(signature) ?? 0) ? status("confirmed") : null;
      });
      return { context: { slot: 1 }, value };
    },
    getAccountInfo: async () => null,
    getBlockHeight: async () => {
      heights += 1;
      return 100;
    },
    sendRawTransaction: async () => SENT.signature,
  };
  const shared = shareConnection(ledger);
  const all = Promise.all([...landsAt.keys()].map((signature) => deliver({ ...SENT, signature }, shared)));
  await vi.runAllTimersAsync();
  const outcomes = await all;
  expect(outcomes[7]).toEqual({ outcome: "failed", error: { Failed: "s7" } });
  expect(outcomes.filter(({ outcome }) => outcome === "landed")).toHaveLength(19);
  expect(requested[0]).toBe(20);
  expect(requested.length).toBeLessThan(10);
  expect(heights).toBeLessThan(10);
});
