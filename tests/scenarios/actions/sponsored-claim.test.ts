import { fetchTransaction } from "@solana/actions";
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { asc, inArray } from "drizzle-orm";
import nacl from "tweetnacl";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { sponsoredClaims, sponsorQuotas } from "@/db/schema";
import { sendSigned } from "@/docs/actions/examples/act";
import { closeClaimRecord } from "@/docs/actions/examples/close-claim-record";
import { createCampaign, type Recipient } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import type { ActionTransaction } from "@/lib/contract/solana-action";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { rentExemptMinimum } from "@/lib/core/solana/rent";
import { buildClaim } from "@/lib/service/actions/claim/build-claim";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import { scrape } from "@/lib/service/monitoring/scrape";
import { provideServices, type Services } from "@/lib/service/services";
import { startServices } from "@/tests/support/http";
import { serveRoutes } from "@/tests/support/routes";
import { signerSettings, startSigner, writeKeyFile } from "@/tests/support/sponsor";
import { createCast, recipient, SUPPLY, World } from "./harness";

/** Claims whose fees the operator pays, on a ledger that runs the program and verifies signatures. */

// Each service of other settings migrates a database of its own.
vi.setConfig({ testTimeout: LONG.timeout });

const FEE = 10_000n;
const RECORD_RENT = rentExemptMinimum(232);
const TOKEN_RENT = rentExemptMinimum(165);

/** Tests with the same settings share a service. */
const started = new Map<string, Promise<Started>>();
afterAll(async () => {
  await Promise.all([...started.values()].map(async (each) => (await each).world.close()));
});

function start(settings: Record<string, string> = {}, funds = 10n ** 9n): Promise<Started> {
  const key = JSON.stringify([settings, funds.toString()]);
  const starting = started.get(key) ?? startWorld(settings, funds);
  started.set(key, starting);
  return starting.then((service) => {
    provideServices(service.services);
    return service;
  });
}

type Started = { world: World; sponsor: Keypair; creator: Keypair; services: Services };

async function startWorld(settings: Record<string, string>, funds: bigint): Promise<Started> {
  const [sponsor, creator] = [Keypair.generate(), Keypair.generate()];
  const signer = settings.SPONSOR_SIGNER_URL
    ? signerSettings(settings.SPONSOR_SIGNER_URL, sponsor)
    : { SPONSOR_KEY_FILE: writeKeyFile(sponsor) };
  let services: Services | undefined;
  const world = await World.start({
    settings: { ...settings, ...signer, SPONSOR_CAMPAIGNS: getAddress(creator) },
    serve: (opened) => {
      services = opened;
      return serveRoutes();
    },
  });
  if (!services) throw new Error("The service did not start.");
  for (const [key, lamports] of [[sponsor, funds] as const, [creator, 100n * 10n ** 9n] as const])
    if (lamports > 0n) world.ledger.controls.airdrop(key.publicKey.toBytes(), lamports);
  return { world, sponsor, creator, services };
}

const getAddress = ({ publicKey }: Keypair) => publicKey.toBase58();

/** Creates a token campaign of the sponsored creator with an equal vested allocation for each wallet. */
async function campaignFor(
  { world, creator }: Pick<Started, "world" | "creator">,
  wallets: readonly Keypair[],
  over: Partial<Recipient> = {},
) {
  const { terms, ...cast } = await createCast(world, "tokens");
  const mint = await world.fundedMint("tokens", creator, SUPPLY);
  const recipients = wallets.map((wallet) => ({
    ...recipient(
      { ...cast, terms, mint },
      { amount: SUPPLY / BigInt(wallets.length), start: world.now - 5_000n },
    ),
    beneficiary: getAddress(wallet),
    ...over,
  }));
  const ours = { ...terms, mint, creator: getAddress(creator) };
  return { mint, treeAddress: await createCampaign(world.api, { terms: ours, recipients, creator }) };
}

const getClient = (world: World) => new ApiClient({ baseUrl: world.api.baseUrl, attempts: 1 });

const request = (world: World, treeAddress: string, wallet: Keypair): Promise<ActionTransaction> =>
  getClient(world).buildClaim(treeAddress, { account: getAddress(wallet), feePayer: "sponsor" });

const read = ({ transaction }: Pick<ActionTransaction, "transaction">) =>
  Transaction.from(Buffer.from(transaction, "base64"));

async function send(world: World, answer: ActionTransaction, wallet: Keypair): Promise<string> {
  const transaction = read(answer);
  transaction.partialSign(wallet);
  const { lastValidBlockHeight } = await new Connection(world.api.rpcUrl).getLatestBlockhash();
  const blockhash = transaction.recentBlockhash ?? "";
  return sendSigned(world.api, transaction, { blockhash, lastValidBlockHeight });
}

const getLamports = async (world: World, key: Keypair) =>
  BigInt(await new Connection(world.api.rpcUrl, "confirmed").getBalance(key.publicKey));

/** A new wallet that holds only the deposits, and nothing for a fee. */
function walletWithRent(world: World): Keypair {
  return world.wallet(rentExemptMinimum(0) + RECORD_RENT + TOKEN_RENT);
}

const refusal = { NOT_SPONSORED: 400, SPONSOR_QUOTA_USED: 400, SPONSOR_UNAVAILABLE: 503 } as const;
const refused = (code: keyof typeof refusal) => ({ code, status: refusal[code] });

const getUses = (world: World, ...wallets: Keypair[]) =>
  world.db
    .select({ state: sponsoredClaims.state, lamports: sponsoredClaims.lamports })
    .from(sponsoredClaims)
    .where(inArray(sponsoredClaims.wallet, wallets.map(getAddress)))
    .orderBy(asc(sponsoredClaims.id));

describe("a sponsored claim", () => {
  test("costs the sponsor the fee, and the wallet only its deposits", async () => {
    const { world, sponsor, creator } = await start();
    const wallet = walletWithRent(world);
    const { mint, treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const before = await getLamports(world, sponsor);
    const answer = await request(world, treeAddress, wallet);
    expect(answer.sponsor).toMatchObject({ address: getAddress(sponsor), lamports: FEE.toString() });
    expect(answer.message).toMatch(/The fee is paid by the campaign's team\.$/);
    const transaction = read(answer);
    expect(transaction.feePayer?.equals(sponsor.publicKey)).toBe(true);
    expect(transaction.signatures.map(({ signature }) => signature !== null)).toEqual([true, false]);
    await send(world, answer, wallet);
    expect(await world.balance(mint, wallet)).toBe(SUPPLY);
    expect(before - (await getLamports(world, sponsor))).toBe(FEE);
    expect(await getLamports(world, wallet)).toBe(rentExemptMinimum(0));
    expect(await world.detail(treeAddress)).toMatchObject({ totalClaimed: SUPPLY.toString() });
    // The deposit returns to the wallet that paid it.
    world.ledger.controls.airdrop(wallet.publicKey.toBytes(), 5_000n);
    await closeClaimRecord(world.api, { treeAddress, beneficiary: wallet });
    expect(await getLamports(world, wallet)).toBe(rentExemptMinimum(0) + RECORD_RENT);
  });

  test("SPONSOR_RENT also pays the deposits, so that an empty wallet can claim", async () => {
    const { world, sponsor, creator } = await start({ SPONSOR_RENT: "on" });
    const wallet = Keypair.generate();
    const { mint, treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const before = await getLamports(world, sponsor);
    const answer = await request(world, treeAddress, wallet);
    await send(world, answer, wallet);
    expect(await world.balance(mint, wallet)).toBe(SUPPLY);
    const cost = FEE + RECORD_RENT + TOKEN_RENT;
    expect(answer.sponsor?.lamports).toBe(cost.toString());
    expect(before - (await getLamports(world, sponsor))).toBe(cost);
    const { address } = findClaimRecordAddress({ treeAddress, beneficiary: getAddress(wallet) });
    expect(await world.exists(address)).toBe(true);
  });

  test("states the deposit that an empty wallet needs without SPONSOR_RENT, and signs nothing", async () => {
    const { world, creator } = await start();
    const wallet = Keypair.generate();
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    await expect(request(world, treeAddress, wallet)).rejects.toMatchObject({ code: "INSUFFICIENT_SOL" });
    expect(await getUses(world, wallet)).toEqual([]);
  });

  test("is requested by a link, with the published client of Solana Actions", async () => {
    const { world, sponsor, creator } = await start();
    const wallet = walletWithRent(world);
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const link = `${world.api.baseUrl}/api/actions/claim/${treeAddress}?feePayer=sponsor&utm_source=x`;
    const connection = new Connection(world.api.rpcUrl, "confirmed");
    const { transaction } = await fetchTransaction(connection, link, { account: getAddress(wallet) });
    if (!(transaction instanceof Transaction)) throw new Error("The client gave no transaction.");
    expect(transaction.feePayer?.equals(sponsor.publicKey)).toBe(true);
    transaction.partialSign(wallet);
    await connection.sendRawTransaction(transaction.serialize());
  });

  test("uses the priority fee of the settings, and none of the request", async () => {
    const { world, creator } = await start({ PRIORITY_FEE: "high" });
    const wallet = walletWithRent(world);
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const answer = await getClient(world).buildClaim(treeAddress, {
      ...{ account: getAddress(wallet), feePayer: "sponsor", priorityFee: "none" },
    });
    const lamports = BigInt(answer.sponsor?.lamports ?? 0);
    expect(lamports).toBeGreaterThan(FEE);
    const signature = await send(world, answer, wallet);
    const connection = new Connection(world.api.rpcUrl, "confirmed");
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(BigInt(landed?.meta?.fee ?? 0)).toBe(lamports);
  });
});

describe("refusals of the sponsor", () => {
  test("refuses to sign for other campaigns, strangers, and claims that pay nothing", async () => {
    const { world, creator, sponsor } = await start();
    const wallet = world.wallet();
    const other = world.wallet();
    const { treeAddress } = await campaignFor({ world, creator: other }, [wallet]);
    await expect(request(world, treeAddress, wallet)).rejects.toMatchObject(refused("NOT_SPONSORED"));
    expect(await getClient(world).sponsorship(treeAddress, getAddress(wallet))).toMatchObject({
      ...{ available: false, code: "NOT_SPONSORED" },
    });
    const late = (world.now + 5_000n).toString();
    const unvested = await campaignFor({ world, creator }, [wallet, sponsor], {
      ...{ startTime: late, cliffTime: late, endTime: late },
    });
    await expect(request(world, unvested.treeAddress, wallet)).rejects.toMatchObject({
      code: "NOTHING_TO_CLAIM",
    });
    await expect(request(world, unvested.treeAddress, other)).rejects.toMatchObject({ code: "NOT_FOUND" });
    // The sponsor as a recipient would authorize its own claim.
    await expect(request(world, unvested.treeAddress, sponsor)).rejects.toMatchObject(
      refused("NOT_SPONSORED"),
    );
    expect(await getUses(world, wallet)).toEqual([]);
  });

  test("refuses to sign a claim that costs more than SPONSOR_CLAIM_SOL", async () => {
    const { world, creator } = await start({ SPONSOR_CLAIM_SOL: "0.000009999" });
    const wallet = walletWithRent(world);
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    await expect(request(world, treeAddress, wallet)).rejects.toMatchObject({
      ...refused("NOT_SPONSORED"),
      message: expect.stringContaining("costs 0.00001 SOL, and the team pays at most 0.000009999 SOL"),
    });
  });

  test("refuses to sign while its account has no SOL, and health reports it", async () => {
    const { world, creator } = await start({}, 0n);
    const wallet = walletWithRent(world);
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    await expect(request(world, treeAddress, wallet)).rejects.toMatchObject(refused("SPONSOR_UNAVAILABLE"));
    expect(await getUses(world, wallet)).toEqual([]);
    expect(await getClient(world).health()).toMatchObject({ sponsor: "no-sol" });
  });

  test("refuses to sign anything without a sponsor in the settings", async () => {
    const world = await World.start();
    const wallet = world.wallet();
    const { treeAddress } = await campaignFor({ world, creator: world.wallet() }, [wallet]);
    await expect(request(world, treeAddress, wallet)).rejects.toMatchObject(refused("NOT_SPONSORED"));
    expect(await getClient(world).health()).not.toHaveProperty("sponsor");
    await world.close();
  });
});

describe("an attack", () => {
  test("a wallet that asks repeatedly gets the same transaction, which uses the budget once", async () => {
    const { world, creator } = await start({ SPONSOR_WALLET_CLAIMS: "2" });
    const wallet = walletWithRent(world);
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const answers = [];
    for (let at = 0; at < 6; at++) answers.push(await request(world, treeAddress, wallet));
    expect(new Set(answers.map(({ transaction }) => transaction)).size).toBe(1);
    expect(await getUses(world, wallet)).toEqual([{ state: "open", lamports: FEE }]);
  });

  test("a wallet that changes the signed transaction has no valid signature", async () => {
    const { world, sponsor, creator } = await start();
    const wallet = walletWithRent(world);
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const connection = new Connection(world.api.rpcUrl, "confirmed");
    const answer = await request(world, treeAddress, wallet);
    const before = await getLamports(world, sponsor);
    const theft = SystemProgram.transfer({
      ...{ fromPubkey: sponsor.publicKey, toPubkey: wallet.publicKey, lamports: 5_000_000 },
    });
    const changes: ((transaction: Transaction) => void)[] = [
      (transaction) => transaction.add(theft),
      (transaction) => transaction.instructions.unshift(theft),
      (transaction) => transaction.instructions.push(...transaction.instructions),
      (transaction) => {
        transaction.recentBlockhash = PublicKey.unique().toBase58();
      },
    ];
    for (const change of changes) {
      const transaction = read(answer);
      const signature = transaction.signatures[0]?.signature ?? Buffer.alloc(64);
      change(transaction);
      const message = transaction.compileMessage();
      const own = nacl.sign.detached(message.serialize(), wallet.secretKey);
      const forged = Transaction.populate(message, [bs58.encode(signature), bs58.encode(own)]);
      const wire = forged.serialize({ verifySignatures: false });
      await expect(connection.sendRawTransaction(wire)).rejects.toThrow(/signature verification/i);
      // A node accepts it without a check, and the validators drop it.
      const { value } = await connection
        .sendRawTransaction(wire, { skipPreflight: true })
        .then((id) => connection.getSignatureStatuses([id]));
      expect(value).toEqual([null]);
    }
    expect(await getLamports(world, sponsor)).toBe(before);
  });

  test("a wallet that sends the transaction again pays nobody twice and costs no second fee", async () => {
    const { world, sponsor, creator } = await start();
    const wallet = walletWithRent(world);
    const { mint, treeAddress } = await campaignFor({ world, creator }, [wallet, Keypair.generate()]);
    const answer = await request(world, treeAddress, wallet);
    await send(world, answer, wallet);
    const after = await getLamports(world, sponsor);
    await expect(send(world, answer, wallet)).rejects.toThrow(/already been processed/);
    await expect(request(world, treeAddress, wallet)).rejects.toMatchObject({ code: "NOTHING_TO_CLAIM" });
    expect(await getLamports(world, sponsor)).toBe(after);
    expect(await world.balance(mint, wallet)).toBe(SUPPLY / 2n);
  });

  test("a wallet that waits cannot send the transaction once its blockhash has expired", async () => {
    const { world, creator } = await start();
    const wallet = walletWithRent(world);
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const answer = await request(world, treeAddress, wallet);
    world.ledger.controls.advanceSlots(200);
    await expect(send(world, answer, wallet)).rejects.toThrow(/[Bb]lockhash not found/);
  });

  test("requests of many wallets at once, on two processes, stay within the budget of the day", async () => {
    const settings = { SPONSOR_DAY_SOL: "0.00005" };
    const { world, sponsor, creator, services } = await start(settings);
    const wallets = Array.from({ length: 12 }, () => walletWithRent(world));
    const { treeAddress } = await campaignFor({ world, creator }, wallets);
    const second = startServices({
      ...{ env: services.env, db: world.db, now: services.now },
      chain: createChain({ urls: [world.api.rpcUrl] }),
    });
    const outcomes = await Promise.allSettled(
      wallets.map((wallet, at) =>
        buildClaim(
          at % 2 === 0 ? services : second,
          { treeAddress, account: getAddress(wallet), feePayer: "sponsor" },
          new Request(world.api.baseUrl),
        ),
      ),
    );
    const signed = outcomes.filter(({ status }) => status === "fulfilled");
    const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect([signed.length, ...new Set(codes)]).toEqual([5, "SPONSOR_QUOTA_USED"]);
    const [day] = (await world.db.select().from(sponsorQuotas)).filter(({ wallet }) => wallet === "");
    expect(day).toMatchObject({ claims: 5, lamports: 5n * FEE });
    expect(await getLamports(world, sponsor)).toBe(10n ** 9n);
    provideServices(services);
  });
});

describe("the quotas of the sponsor", () => {
  const linear = (world: World) => ({
    ...{ startTime: (world.now - 100n).toString(), cliffTime: (world.now - 100n).toString() },
    endTime: (world.now + 1_000_000n).toString(),
  });

  test("counts confirmed claims of a wallet, which can still pay for itself", async () => {
    const { world, creator } = await start({ SPONSOR_WALLET_CLAIMS: "2" });
    const wallet = world.wallet();
    const { treeAddress } = await campaignFor({ world, creator }, [wallet], linear(world));
    for (let at = 0; at < 2; at++) {
      await send(world, await request(world, treeAddress, wallet), wallet);
      world.advance(100n);
    }
    await expect(request(world, treeAddress, wallet)).rejects.toMatchObject({
      ...refused("SPONSOR_QUOTA_USED"),
      message: expect.stringMatching(/Pay the fee yourself, or try again after 00:00 UTC/),
    });
    const state = await getClient(world).sponsorship(treeAddress, getAddress(wallet));
    expect(state).toMatchObject({ available: false, code: "SPONSOR_QUOTA_USED" });
    const own = await getClient(world).buildClaim(treeAddress, { account: getAddress(wallet) });
    expect(own.sponsor).toBeUndefined();
    await send(world, own, wallet);
    // The next day has its own budget.
    world.advance(86_400n);
    expect((await request(world, treeAddress, wallet)).sponsor).toBeDefined();
  });

  test("returns the same transaction to a repeated request of a wallet until the claim is confirmed", async () => {
    const { world, creator } = await start({ SPONSOR_WALLET_CLAIMS: "1" });
    const wallet = world.wallet();
    const [first, second] = [
      await campaignFor({ world, creator }, [wallet], linear(world)),
      await campaignFor({ world, creator }, [wallet], linear(world)),
    ];
    const answer = await request(world, first.treeAddress, wallet);
    expect((await request(world, first.treeAddress, wallet)).transaction).toBe(answer.transaction);
    const sponsorship = ({ treeAddress }: typeof first) =>
      getClient(world).sponsorship(treeAddress, getAddress(wallet));
    expect(await sponsorship(first)).toMatchObject({ available: true });
    expect(await sponsorship(second)).toMatchObject({ code: "SPONSOR_QUOTA_USED" });
    await expect(request(world, second.treeAddress, wallet)).rejects.toMatchObject(
      refused("SPONSOR_QUOTA_USED"),
    );
    await send(world, answer, wallet);
    expect(await sponsorship(first)).toMatchObject({ code: "SPONSOR_QUOTA_USED" });
  });

  test("limits each network to a share of the day, because a request does not prove its wallet", async () => {
    const { world, creator, services } = await start({
      ...{ SPONSOR_DAY_SOL: "0.0003", SPONSOR_WALLET_SOL: "0.00001" },
    });
    const wallets = Array.from({ length: 4 }, () => walletWithRent(world));
    const { treeAddress } = await campaignFor({ world, creator }, wallets);
    const limited = startServices({
      ...{ env: { ...services.env, RATE_LIMIT: "on", TRUST_PROXY_HOPS: 1 }, db: world.db },
      ...{ now: services.now, chain: createChain({ urls: [world.api.rpcUrl] }) },
    });
    const claimFrom = (client: string, wallet: Keypair | undefined) =>
      buildClaim(
        limited,
        { treeAddress, account: getAddress(wallet ?? creator), feePayer: "sponsor" },
        new Request(world.api.baseUrl, { headers: { "x-forwarded-for": client } }),
      );
    for (const [at, wallet] of wallets.slice(0, 3).entries()) await claimFrom(`203.0.113.${at}`, wallet);
    await claimFrom("203.0.113.9", wallets[0]);
    await expect(claimFrom("203.0.113.9", wallets[3])).rejects.toMatchObject({
      ...{ code: "SPONSOR_QUOTA_USED", message: expect.stringMatching(/^Your network has used its share/) },
    });
    expect((await claimFrom("198.51.100.1", wallets[3])).sponsor).toBeDefined();
  });

  test("releases a claim that was never sent, and keeps a confirmed one", async () => {
    const { world, creator, services } = await start({
      SPONSOR_WALLET_CLAIMS: "1",
      SPONSOR_CLAIM_SOL: "0.004",
    });
    const [sender, sleeper] = [walletWithRent(world), walletWithRent(world)];
    const { treeAddress } = await campaignFor({ world, creator }, [sender, sleeper]);
    await send(world, await request(world, treeAddress, sender), sender);
    const unsent = await request(world, treeAddress, sleeper);
    const gauge = async () => (await scrape(services)).match(/^vesting_sponsor_lamports.*$/gm);
    expect(await gauge()).toEqual(
      expect.arrayContaining([expect.stringMatching(/reserved"} 20000/), expect.stringMatching(/paid"} 0/)]),
    );
    world.ledger.controls.advanceSlots(200);
    const again = await request(world, treeAddress, sleeper);
    expect(again.transaction).not.toBe(unsent.transaction);
    expect((await getUses(world, sender, sleeper)).map(({ state }) => state)).toEqual([
      ...["paid", "released", "open"],
    ]);
    expect(await gauge()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/reserved"} 10000/),
        expect.stringMatching(/paid"} 10000/),
        expect.stringMatching(/limit"} 100000000/),
      ]),
    );
    await send(world, again, sleeper);
  });

  test("counts a claim that failed on the network, because its fee was paid", async () => {
    const { world, creator, sponsor } = await start({ SPONSOR_WALLET_CLAIMS: "1" });
    const wallet = world.wallet();
    const { treeAddress } = await campaignFor({ world, creator }, [wallet]);
    const answer = await request(world, treeAddress, wallet);
    const own = await getClient(world).buildClaim(treeAddress, { account: getAddress(wallet) });
    await send(world, own, wallet);
    const before = await getLamports(world, sponsor);
    const transaction = read(answer);
    transaction.partialSign(wallet);
    const connection = new Connection(world.api.rpcUrl, "confirmed");
    await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    expect(before - (await getLamports(world, sponsor))).toBe(FEE);
    world.ledger.controls.advanceSlots(200);
    expect(await getClient(world).sponsorship(treeAddress, getAddress(wallet))).toMatchObject({
      code: "SPONSOR_QUOTA_USED",
    });
    expect((await getUses(world, wallet)).map(({ state }) => state)).toEqual(["paid"]);
  });
});

describe("a signer over HTTP", () => {
  const signers: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(signers.splice(0).map((signer) => signer.close()));
  });

  test(
    "signs nothing while the signer lies or hangs, releases the quota, and signs once it works again",
    async () => {
      let secretKey: Uint8Array = Keypair.generate().secretKey;
      let isSilent = false;
      const signer = await startSigner(({ message }, response) => {
        const signature = nacl.sign.detached(Buffer.from(message, "base64"), secretKey);
        if (!isSilent) response.end(JSON.stringify({ signature: Buffer.from(signature).toString("base64") }));
      });
      signers.push(signer);
      const { world, creator, sponsor } = await start({
        SPONSOR_SIGNER_URL: signer.url,
        SPONSOR_WALLET_CLAIMS: "1",
      });
      const wallet = walletWithRent(world);
      const { mint, treeAddress } = await campaignFor({ world, creator }, [wallet]);
      await expect(request(world, treeAddress, wallet)).rejects.toMatchObject(refused("SPONSOR_UNAVAILABLE"));
      isSilent = true;
      await expect(request(world, treeAddress, wallet)).rejects.toMatchObject(refused("SPONSOR_UNAVAILABLE"));
      expect((await getUses(world, wallet)).map(({ state }) => state)).toEqual(["released", "released"]);
      isSilent = false;
      secretKey = sponsor.secretKey;
      await send(world, await request(world, treeAddress, wallet), wallet);
      expect(await world.balance(mint, wallet)).toBe(SUPPLY);
    },
    LONG.timeout,
  );
});

test("the settings are off by default", () => {
  expect(readEnv({})).toMatchObject({ SPONSOR_RENT: "off" });
  expect(readEnv({}).SPONSOR_KEY_FILE).toBeUndefined();
});
