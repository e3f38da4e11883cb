import { encodeURL, fetchTransaction, parseURL } from "@solana/actions";
import type {
  ActionError,
  ActionGetResponse,
  ActionPostRequest,
  ActionsJson,
  TransactionResponse,
} from "@solana/actions-spec";
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { GET as GET_RULES, OPTIONS as OPTIONS_RULES } from "@/app/actions.json/route";
import { sendSigned } from "@/docs/actions/examples/act";
import { cancel } from "@/docs/actions/examples/cancel";
import { closeClaimRecord } from "@/docs/actions/examples/close-claim-record";
import { createCampaign, type Recipient } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import {
  type ActionTransaction,
  type ActionView,
  type actionsJson,
  actionTransaction,
  actionView,
} from "@/lib/contract/solana-action";
import { planPause } from "@/lib/core/plans/govern-campaign";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { call } from "@/tests/support/http";
import { createLookupTable } from "@/tests/support/lookup-table";
import { type Cast, createCast, type Kind, recipient, SUPPLY, World } from "./harness";

/**
 * Claims by link as wallets do: the published client and types of Solana Actions, a service known only by its
 * URL, and a ledger that runs the program.
 */

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

// The types of the specification check the response; a difference is a compile error.
const asGetResponse = (view: ActionView): ActionGetResponse => view;
const asPostResponse = (view: ActionTransaction): TransactionResponse => view;
const asRules = (view: z.infer<typeof actionsJson>): ActionsJson => view;

const getAddress = (wallet: Keypair) => wallet.publicKey.toBase58();
const buildLink = (treeAddress: string) => `${world.api.baseUrl}/api/actions/claim/${treeAddress}`;

/** The client requests a blockhash by a method that nodes no longer have; wallets use their own. */
class WalletConnection extends Connection {
  override async getRecentBlockhash() {
    const { blockhash } = await this.getLatestBlockhash();
    return { blockhash, feeCalculator: { lamportsPerSignature: 5_000 } };
  }
}

/** Scans, signs and sends as a wallet does; returns the message that the wallet received. */
async function claimByLink(treeAddress: string, wallet: Keypair): Promise<string | undefined> {
  const connection = new WalletConnection(world.api.rpcUrl, "confirmed");
  const request: ActionPostRequest = { account: getAddress(wallet) };
  const { transaction, message } = await fetchTransaction(connection, buildLink(treeAddress), request);
  if (!(transaction instanceof Transaction)) throw new Error("The client gave no transaction.");
  const recent = await connection.getLatestBlockhash();
  transaction.recentBlockhash = recent.blockhash;
  transaction.partialSign(wallet);
  await sendSigned(world.api, transaction, recent);
  return message;
}

type Answer = {
  status: number;
  headers: Headers;
  body: Partial<ActionTransaction & ActionError> & { code?: string; details?: Record<string, unknown>[] };
};

async function post(treeAddress: string, account: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(buildLink(treeAddress), {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://dial.to" },
    body: JSON.stringify({ account }),
    ...init,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function expectRefused(treeAddress: string, wallet: Keypair, as: { status: number; message: RegExp }) {
  const { status, headers, body } = await post(treeAddress, getAddress(wallet));
  expect({ status, message: body.message }).toEqual({
    status: as.status,
    message: expect.stringMatching(as.message),
  });
  expect(body.transaction).toBeUndefined();
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("content-type")).toMatch(/^application\/json/);
}

async function getCampaign(kind: Kind, recipients: (cast: Cast) => Recipient[]) {
  const cast = await createCast(world, kind);
  const { terms, creator } = cast;
  const treeAddress = await createCampaign(world.api, { terms, recipients: recipients(cast), creator });
  return { cast, treeAddress };
}

const THIRD = SUPPLY / 3n;

/** Returns two vested leaves and one unvested leaf of one wallet. */
const threeLeaves = (cast: Cast) =>
  [-5_000n, -4_000n, 5_000n].map((from) => recipient(cast, { amount: THIRD, start: world.now + from }));

describe.each<Kind>(["tokens", "native SOL"])("a campaign of %s", (kind) => {
  test("is claimed by the published client from its link, and the claim is indexed", async () => {
    const { cast, treeAddress } = await getCampaign(kind, threeLeaves);
    const before = await world.balance(cast.mint, cast.beneficiary);
    const message = await claimByLink(treeAddress, cast.beneficiary);
    expect(message).toMatch(/^Claim about 2(,000)? .* from Campaign .*\.$/);
    const gained = (await world.balance(cast.mint, cast.beneficiary)) - before;
    // Native SOL also pays the fee and the claim record's rent from the same balance.
    expect(gained <= 2n * THIRD && gained >= 2n * THIRD - 5_000_000n).toBe(true);
    expect(await world.detail(treeAddress)).toMatchObject({ totalClaimed: (2n * THIRD).toString() });
    await expectRefused(treeAddress, cast.beneficiary, {
      status: 400,
      message: /next unlock is at \d{4}-.* UTC/,
    });
  });
});

test("does not pay a paid leaf again after its record is closed, while more will vest", async () => {
  const { cast, treeAddress } = await getCampaign("tokens", threeLeaves);
  const { beneficiary } = cast;
  await claimByLink(treeAddress, beneficiary);
  // The program closes the record, and would pay both leaves again.
  await closeClaimRecord(world.api, { treeAddress, beneficiary });
  await expectRefused(treeAddress, beneficiary, { status: 400, message: /next unlock is at/ });
  expect(await world.detail(treeAddress)).toMatchObject({ totalClaimed: (2n * THIRD).toString() });
});

test("builds a claim with a priority fee on request, which the network accepts and charges", async () => {
  const { cast, treeAddress } = await getCampaign("tokens", threeLeaves);
  const account = getAddress(cast.beneficiary);
  const body = JSON.stringify({ account, priorityFee: "high" });
  const answer = await post(treeAddress, account, { body });
  const transaction = Transaction.from(Buffer.from(answer.body.transaction ?? "", "base64"));
  const [limit, price, ...claims] = transaction.instructions;
  expect([limit?.programId, price?.programId]).toEqual(Array(2).fill(ComputeBudgetProgram.programId));
  expect(claims).toHaveLength(2);
  const connection = new Connection(world.api.rpcUrl, "confirmed");
  const recent = await connection.getLatestBlockhash();
  transaction.recentBlockhash = recent.blockhash;
  transaction.partialSign(cast.beneficiary);
  const signature = await sendSigned(world.api, transaction, recent);
  const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  const units = limit?.data.readUInt32LE(1) ?? 0;
  // The claims use their simulated units; the limit adds room for the fee's own instructions and 10 %.
  expect(landed?.meta?.computeUnitsConsumed).toBeLessThan(units);
  expect(landed?.meta?.fee).toBe(5_000 + Math.ceil((units * 100_000) / 1_000_000));
  expect(await world.detail(treeAddress)).toMatchObject({ totalClaimed: (2n * THIRD).toString() });
});

test("builds version 0 with the campaign's lookup table, for more claims in one transaction", async () => {
  const { cast, treeAddress } = await getCampaign("tokens", (theirs) =>
    Array.from({ length: 6 }, (_, at) =>
      recipient(theirs, { amount: SUPPLY / 6n, start: world.now - 10_000n - BigInt(at) }),
    ),
  );
  const account = getAddress(cast.beneficiary);
  const build = async () => {
    const { body } = await post(treeAddress, account);
    return VersionedTransaction.deserialize(Buffer.from(body.transaction ?? "", "base64"));
  };
  const legacy = await build();
  expect(legacy.version).toBe("legacy");
  const lookupTable = await createLookupTable(world.api.rpcUrl, { ...cast, treeAddress });
  await world.ledger.pay(cast.creator, cast.creator.publicKey, 1);
  await new ApiClient({ baseUrl: world.api.baseUrl }).setLookupTable(treeAddress, lookupTable);
  const transaction = await build();
  expect(transaction.version).toBe(0);
  expect(transaction.message.compiledInstructions.length).toBeGreaterThan(
    legacy.message.compiledInstructions.length,
  );
  transaction.sign([cast.beneficiary]);
  const connection = new Connection(world.api.rpcUrl, "confirmed");
  const signature = await connection.sendRawTransaction(transaction.serialize());
  const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(landed).toMatchObject({ version: 0, meta: { err: null } });
});

test("builds an unsigned transaction that the account alone pays and signs, and that fits a packet", async () => {
  const { cast, treeAddress } = await getCampaign("tokens", threeLeaves);
  const { status, body, headers } = await post(treeAddress, getAddress(cast.beneficiary));
  expect(status).toBe(200);
  const given = asPostResponse(actionTransaction.strict().parse(body));
  const bytes = Buffer.from(given.transaction, "base64");
  const transaction = Transaction.from(bytes);
  expect(bytes.length).toBeLessThanOrEqual(MAX_PACKET_BYTES);
  expect(transaction.feePayer?.equals(cast.beneficiary.publicKey)).toBe(true);
  expect(transaction.signatures).toEqual([{ publicKey: cast.beneficiary.publicKey, signature: null }]);
  const genesis = await new Connection(world.api.rpcUrl).getGenesisHash();
  expect(headers.get("x-blockchain-ids")).toBe(`solana:${genesis.slice(0, 32)}`);
  expect(headers.get("x-action-version")).toMatch(/^\d+\.\d+/);
});

test(
  "splits a large claim into several transactions, and states the rest after each",
  async () => {
    const others = Array.from({ length: 40 }, () => Keypair.generate());
    const { cast, treeAddress } = await getCampaign("tokens", (theirs) => {
      const mine = Array.from({ length: 8 }, (_, at) =>
        recipient(theirs, { amount: SUPPLY / 48n, start: world.now - 10_000n - BigInt(at) }),
      );
      const rest = others.map((other) => ({
        ...recipient(theirs, { amount: SUPPLY / 48n, start: world.now - 9_000n }),
        beneficiary: getAddress(other),
      }));
      return [...mine, ...rest];
    });
    const messages: (string | undefined)[] = [];
    while ((await post(treeAddress, getAddress(cast.beneficiary))).status === 200) {
      messages.push(await claimByLink(treeAddress, cast.beneficiary));
    }
    expect(messages.length).toBeGreaterThan(1);
    for (const message of messages.slice(0, -1)) expect(message).toMatch(/does not fit.*Claim again/);
    expect(messages.at(-1)).not.toMatch(/does not fit/);
    expect(await world.balance(cast.mint, cast.beneficiary)).toBe((SUPPLY / 48n) * 8n);
    await expectRefused(treeAddress, cast.beneficiary, {
      status: 400,
      message: /claimed its whole allocation/,
    });
  },
  LONG.timeout,
);

describe("refusals of the claim link", () => {
  test("refuses an unknown campaign, a stranger, and an invalid account", async () => {
    const { cast, treeAddress } = await getCampaign("tokens", threeLeaves);
    await expectRefused(getAddress(cast.creator), cast.beneficiary, {
      status: 404,
      message: /campaign does not exist/,
    });
    await expectRefused(treeAddress, cast.creator, { status: 404, message: /not a recipient/ });
    for (const body of ["{}", "[]", "", '{"account":"x"}', `{"account":"${"1".repeat(44)}"}`]) {
      const answer = await post(treeAddress, "", { body });
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/^Correct /)]);
    }
  });

  test("refuses a claim before the cliff, with the time of the first unlock", async () => {
    const { cast, treeAddress } = await getCampaign("tokens", (theirs) => [
      recipient(theirs, { amount: SUPPLY, start: world.now + 5_000n }),
    ]);
    const unlock = new Date(Number(world.now + 5_000n) * 1_000).toISOString();
    const expected = new RegExp(`next unlock is at ${unlock.slice(0, 10)} ${unlock.slice(11, 15)}`);
    await expectRefused(treeAddress, cast.beneficiary, { status: 400, message: expected });
    const offered = actionView.parse(await (await fetch(buildLink(treeAddress))).json());
    expect(offered).toMatchObject({
      disabled: true,
      error: { message: expect.stringContaining("first unlock") },
    });
  });

  test("refuses a claim of a milestone that is not released", async () => {
    const { cast, treeAddress } = await getCampaign("tokens", (theirs) => [
      recipient(theirs, {
        amount: SUPPLY,
        start: world.now - 5_000n,
        over: { releaseType: 2, milestoneIdx: 3 },
      }),
    ]);
    await expectRefused(treeAddress, cast.beneficiary, { status: 400, message: /releases a milestone/ });
  });

  test("refuses a claim while claims are paused, also when only the network knows", async () => {
    const { cast, treeAddress } = await getCampaign("tokens", threeLeaves);
    const { authority, beneficiary } = cast;
    const connection = new Connection(world.api.rpcUrl, "confirmed");
    const plan = planPause({ treeAddress, pauseAuthority: getAddress(authority) });
    const recent = await connection.getLatestBlockhash();
    const unseen = new Transaction({ feePayer: authority.publicKey, ...recent }).add(...plan.instructions);
    unseen.sign(authority);
    await connection.sendRawTransaction(unseen.serialize());
    expect(await world.detail(treeAddress)).toMatchObject({ paused: false });
    await expectRefused(treeAddress, beneficiary, { status: 400, message: /paused/ });
  });

  test("refuses a claim after the grace period of a cancellation, not within it", async () => {
    const { cast, treeAddress } = await getCampaign("tokens", threeLeaves);
    await cancel(world.api, { treeAddress, authority: cast.authority });
    expect((await post(treeAddress, getAddress(cast.beneficiary))).status).toBe(200);
    world.advance(GRACE_PERIOD_SECONDS);
    await expectRefused(treeAddress, cast.beneficiary, {
      status: 400,
      message: /cancelled, and claims ended at/,
    });
  });

  test.each<Kind>(["tokens", "native SOL"])(
    "refuses a wallet without SOL for its claim of %s, and states the sufficient amount",
    async (kind) => {
      const poor = Keypair.generate();
      const { treeAddress } = await getCampaign(kind, (theirs) => [
        {
          ...recipient(theirs, { amount: SUPPLY, start: world.now - 5_000n }),
          beneficiary: getAddress(poor),
        },
      ]);
      const refusal = async () => {
        await expectRefused(treeAddress, poor, { status: 400, message: /^The wallet needs 0\.\d+ SOL/ });
        const { body } = await post(treeAddress, getAddress(poor));
        expect(body.code).toBe("INSUFFICIENT_SOL");
        return body.details?.[0];
      };
      const needed = BigInt(String((await refusal())?.neededLamports));
      const give = (lamports: bigint) => world.ledger.controls.airdrop(poor.publicKey.toBytes(), lamports);
      give(1_000_000n);
      expect(await refusal()).toMatchObject({ neededLamports: `${needed}`, balanceLamports: "1000000" });
      give(needed - 1_000_000n);
      expect((await post(treeAddress, getAddress(poor))).status).toBe(200);
    },
  );
});

describe("the action", () => {
  test("follows both specifications, and ignores any query of a shared link", async () => {
    const { treeAddress } = await getCampaign("tokens", threeLeaves);
    const response = await fetch(`${buildLink(treeAddress)}?utm_source=x&label=y`);
    expect(response.status).toBe(200);
    const action = asGetResponse(actionView.strict().parse(await response.json()));
    expect(action).toMatchObject({ type: "action", disabled: false, label: expect.stringMatching(/^Claim/) });
    expect(action.label.split(" ").length).toBeLessThanOrEqual(5);
    expect(action.icon).toBe(`${buildLink(treeAddress)}/picture`);
    const picture = await fetch(action.icon);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(picture.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("is found by the published client from a scanned code, and by the rules from a claim link", async () => {
    const link = new URL("https://app.example.com/api/actions/claim/x");
    const scanned = parseURL(encodeURL({ link }, "solana:"));
    expect(scanned).toMatchObject({ link });
    const { body, headers, status } = await call<ReturnType<typeof asRules>>(GET_RULES, {
      path: "/actions.json",
    });
    expect(status).toBe(200);
    expect(asRules(body)).toEqual({ rules: [{ pathPattern: "/claim/*", apiPath: "/api/actions/claim/*" }] });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("answers preflights of any origin, and lets it read every response", async () => {
    const preflight = { method: "OPTIONS", headers: { origin: "https://dial.to" } };
    const rules = await call(OPTIONS_RULES, { path: "/actions.json", ...preflight });
    for (const { status, headers } of [
      await fetch(buildLink(PublicKey.default.toBase58()), preflight),
      rules,
    ]) {
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-methods")).toBe("GET,POST,PUT,OPTIONS");
      for (const name of ["Content-Type", "Authorization", "Content-Encoding", "Accept-Encoding"])
        expect(headers.get("access-control-allow-headers")?.split(", ")).toContain(name);
      expect(headers.get("access-control-expose-headers")).toMatch(/X-Action-Version, X-Blockchain-Ids/);
    }
    const otherPath = await fetch(`${world.api.baseUrl}/api/health`, { headers: preflight.headers });
    expect(otherPath.headers.get("access-control-allow-origin")).toBeNull();
  });
});
