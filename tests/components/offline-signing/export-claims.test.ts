import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AddressLookupTableProgram, Connection, type Keypair, PublicKey } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { EXIT, signFile } from "@/cli/sign/sign";
import type { ActionRequest } from "@/components/actions/action-request";
import { prepareAction } from "@/components/actions/prepare-action";
import { readTables } from "@/components/network/lookup-table";
import { exportedBefore, exportPlan, namedTables } from "@/components/offline-signing/export-plan";
import { readAnswer } from "@/components/offline-signing/parse-signed-result";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import { sendPlan } from "@/lib/client/network/send-plan";
import { keypairSigner } from "@/lib/client/network/signers";
import { english } from "@/lib/core/i18n/translator";
import { proofSteps } from "@/lib/core/merkle/verify";
import { fromBase64, writeExport } from "@/lib/core/offline/export-file";
import { planClaim } from "@/lib/core/plans/claim";
import { campaignKeys, planCreateCampaign } from "@/lib/core/plans/create-campaign";
import { nonceAddress, planCreateNonce } from "@/lib/core/plans/durable-nonce";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { LookupTable, SendablePlan } from "@/lib/core/plans/plan";
import { ALL_VERSIONS, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { readCampaignPage } from "@/lib/service/pages/campaign-page";
import { createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { stubLocalStorage, stubPageFetch } from "@/tests/support/browser-globals";
import { createLookupTable } from "@/tests/support/lookup-table";
import { connectPages } from "@/tests/support/page-ledger";

/** Claims of an offline signer: prepared and exported as the page does, signed by the command, sent to a ledger. */

const OFFLINE: SupportedVersions = ["legacy", 0];
const DEPTH = 20;
const NONCE_LAMPORTS = 1_447_680n;

let world: World;
connectPages(() => world.api.rpcUrl);
let folder: string;
let output: string[];
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vesting-export-"));
  output = [];
  stubPageFetch(world.api.baseUrl);
  stubLocalStorage();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true });
});

const getAddress = (key: Keypair) => key.publicKey.toBase58();
const connection = () => new Connection(world.api.rpcUrl, "confirmed");
const send = (plan: SendablePlan, by: Keypair) =>
  sendPlan(plan, { connection: connection(), signers: [keypairSigner(by.secretKey)] });

/** A campaign on the ledger alone, of a million leaves: the hashes of all but one are random. */
async function deepCampaign() {
  const cast = await createCast(world, "tokens");
  const { beneficiary, creator, terms } = cast;
  const [time, end] = [world.now - 1_000n, world.now - 1n];
  const leaf: Leaf = {
    ...{
      leafIndex: 0,
      beneficiary: getAddress(beneficiary),
      amount: SUPPLY,
      releaseType: 1,
      milestoneIdx: 0,
    },
    ...{ startTime: time, cliffTime: time, endTime: end },
  };
  const proof = Uint8Array.from({ length: 32 * DEPTH }, (_, at) => (at * 37) % 251);
  const { steps } = await proofSteps({ leaf, proof });
  const merkleRoot = steps.at(-1)?.hash ?? "";
  const tree = { merkleRoot, leafCount: 2 ** DEPTH, totalSupply: SUPPLY, minCliffTime: time };
  for (const plan of planCreateCampaign({ ...terms, ...tree })) await send(plan, creator);
  const keys = campaignKeys(terms);
  return { ...cast, keys, claim: planClaim({ ...keys, leaf, proof }) };
}

/** Creates a lookup table of any content, in the name of a wallet. */
async function createTable(by: Keypair, addresses: readonly string[]): Promise<LookupTable> {
  const authority = by.publicKey;
  const recentSlot = (await connection().getSlot()) - 1;
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({
    ...{ authority, payer: authority, recentSlot },
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    ...{ authority, payer: authority, lookupTable, addresses: addresses.map((each) => new PublicKey(each)) },
  });
  const signer = getAddress(by);
  await send({ instructions: [create, extend], feePayer: signer, signers: [signer], accounts: {} }, by);
  world.ledger.controls.advanceSlots(2);
  return { address: lookupTable.toBase58(), addresses };
}

async function createNonce(wallet: Keypair): Promise<string> {
  const of = { wallet: getAddress(wallet), number: 1 };
  await send(await planCreateNonce({ ...of, authority: of.wallet, lamports: NONCE_LAMPORTS }), wallet);
  world.ledger.controls.advanceSlots(2);
  return nonceAddress(of.wallet, 1);
}

const intent = { signer: "signer", treeAddress: "tree", what: "claim" };
const NETWORK = { name: "local", genesis: "" };

/** Exports a plan as the dialog does, and returns the bytes with the file. */
async function exportFile(
  plan: SendablePlan,
  { transactionVersions = OFFLINE, nonce = null as string | null, feePayer = plan.feePayer } = {},
) {
  const { wire } = await exportPlan(english, { plan, intent, transactionVersions }, { feePayer, nonce });
  const bytes = fromBase64(wire);
  const lookupTables = namedTables(plan, bytes) ?? [];
  const text = writeExport(bytes, { network: NETWORK, programId: DEFAULT_PROGRAM_ID, lookupTables });
  return { wire: bytes, text };
}

/** Signs a file by the command, and returns the text of the signed one; null if it was not signed. */
async function signed(text: string, ...keys: Keypair[]): Promise<string | null> {
  const path = join(folder, "out.json");
  await writeFile(path, text);
  const given: string[] = [];
  for (const [at, key] of keys.entries()) {
    const file = join(folder, `${at}.key.json`);
    await writeFile(file, JSON.stringify([...key.secretKey]), { mode: 0o600 });
    given.push("--key", file);
  }
  const io = { print: (line: string) => output.push(line), prompt: async () => "no" };
  const exit = await signFile([path, "--yes", ...given], io);
  return exit === EXIT.success ? readFile(join(folder, "out.signed.json"), "utf8") : null;
}

function imported(text: string | null, wire: Uint8Array): Uint8Array {
  const answer = readAnswer(english, text ?? "", { wire, programId: DEFAULT_PROGRAM_ID });
  if (!("signed" in answer)) throw new Error("The file has no signed transaction.");
  return answer.signed;
}

describe("the exported claim of a campaign of 20 levels", () => {
  test(
    "uses the lookup table with a nonce and another fee payer, and lands an hour later",
    LONG,
    async () => {
      const { beneficiary, creator, mint, keys, claim } = await deepCampaign();
      const payer = world.wallet();
      const lookupTable = await createLookupTable(world.api.rpcUrl, { ...keys, creator });
      world.ledger.controls.advanceSlots(2);
      const tables = await readTables(keys, { lookupTable, supported: OFFLINE });
      const nonce = await createNonce(beneficiary);
      const choice = { nonce, feePayer: getAddress(payer) };
      await expect(exportFile(claim, choice), "without the table").rejects.toThrow("would be too large");
      const plan = { ...claim, ...tables };
      const { wire, text } = await exportFile(plan, choice);
      expect(readTransaction(wire)).toMatchObject({ version: 0, lookups: [{}] });
      expect(exportedBefore(plan, intent), "is found again").not.toBeNull();
      expect(exportedBefore(claim, intent), "not after its table is gone").toBeNull();
      world.advance(3_600n);
      const whole = imported(await signed(text, beneficiary, payer), wire);
      expect(output).toContain(`   vesting tree: ${keys.treeAddress} (from the lookup table)`);
      await connection().sendRawTransaction(whole);
      expect(await world.balance(mint, beneficiary)).toBe(SUPPLY);
    },
  );

  test(
    "stays legacy where it fits, and is version 1 without a table only for a wallet that signs it",
    LONG,
    async () => {
      const { beneficiary, creator, mint, keys, claim } = await deepCampaign();
      const lookupTable = await createLookupTable(world.api.rpcUrl, { ...keys, creator });
      world.ledger.controls.advanceSlots(2);
      const offline = { ...claim, ...(await readTables(keys, { lookupTable, supported: OFFLINE })) };
      const bare = await exportFile(offline);
      expect(readTransaction(bare.wire)).toMatchObject({ version: "legacy", lookups: [] });
      expect(JSON.parse(bare.text)).not.toHaveProperty("lookupTables");
      const tables = await readTables(keys, { lookupTable, supported: ALL_VERSIONS });
      expect(tables).toEqual({});
      const nonce = await createNonce(beneficiary);
      const newest = { ...claim, ...tables };
      const { wire, text } = await exportFile(newest, { transactionVersions: ALL_VERSIONS, nonce });
      expect(readTransaction(wire)).toMatchObject({ version: 1, lookups: [] });
      expect(exportedBefore(newest, intent)).not.toBeNull();
      await connection().sendRawTransaction(imported(await signed(text, beneficiary), wire));
      expect(output).toContain("Transaction version: 1");
      expect(await world.balance(mint, beneficiary)).toBe(SUPPLY);
    },
  );

  test(
    "is not signed with a false table, and pays nobody where the network has the false one",
    LONG,
    async () => {
      const { beneficiary, creator, mint, keys, claim } = await deepCampaign();
      const attacker = world.wallet();
      const other = await deepCampaign();
      const genuine = await createLookupTable(world.api.rpcUrl, { ...keys, creator });
      const { lookupTables: [table] = [] } = await readTables(keys, {
        lookupTable: genuine,
        supported: OFFLINE,
      });
      const foreign = await createLookupTable(world.api.rpcUrl, { ...other.keys, creator: other.creator });
      const { lookupTables: [evil] = [] } = await readTables(other.keys, {
        ...{ lookupTable: foreign, supported: OFFLINE },
      });
      if (!table || !evil) throw new Error("There are no tables.");
      const onLedger = [
        await createTable(attacker, evil.addresses),
        await createTable(attacker, table.addresses.with(2, evil.addresses[2] ?? "")),
        await createTable(attacker, table.addresses.with(6, getAddress(attacker))),
      ];
      for (const { address, addresses } of onLedger) {
        // The transaction names the attacker's table; the file states the genuine content, or the false one.
        const plan = { ...claim, lookupTables: [{ address, addresses: table.addresses }] };
        const { blockhash, lastValidBlockHeight } = await connection().getLatestBlockhash();
        const wire = unsignedBytes(plan, { blockhash, lastValidBlockHeight }, 0);
        const exported = { network: NETWORK, programId: DEFAULT_PROGRAM_ID };
        const text = writeExport(wire, { ...exported, lookupTables: plan.lookupTables });
        const lie = JSON.stringify({ ...JSON.parse(text), lookupTables: [{ address, addresses }] });
        expect(await signed(lie, beneficiary)).toBeNull();
        expect(output.at(-1)).toMatch(/contradicts the transaction: .* Do not sign it\./);
        const whole = imported(await signed(text, beneficiary), wire);
        await rm(join(folder, "out.signed.json"));
        await expect(connection().sendRawTransaction(whole)).rejects.toThrow(/failed/);
      }
      expect(await world.balance(mint, beneficiary)).toBe(0n);
      expect(await world.balance(other.mint, beneficiary)).toBe(0n);
    },
  );
});

test(
  "an offline signer gets several allocations in one exported claim by the recorded table",
  LONG,
  async () => {
    const cast = await createCast(world, "tokens");
    const { terms, creator, beneficiary } = cast;
    const recipients = Array.from({ length: 6 }, (_, at) =>
      recipient(cast, { amount: SUPPLY / 6n, start: world.now - 10_000n - BigInt(at) }),
    );
    const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
    const lookupTable = await createLookupTable(world.api.rpcUrl, { ...cast, treeAddress });
    world.ledger.controls.advanceSlots(2);
    await new ApiClient({ baseUrl: world.api.baseUrl }).setLookupTable(treeAddress, lookupTable);
    const page = await readCampaignPage(treeAddress);
    const { leaves } = await world.get<{ leaves: { leaf: never }[] }>(
      `/api/campaigns/${treeAddress}/proof?beneficiary=${getAddress(beneficiary)}&all=true`,
    );
    if (!page) throw new Error("The campaign has no page.");
    const request: ActionRequest = {
      ...{ kind: "claim", campaign: page.action, leaves: leaves.map(({ leaf }) => leaf) },
      ...{ claimable: SUPPLY.toString(), stillToCome: "0" },
    };
    const account: WalletAccount = {
      ...{
        address: getAddress(beneficiary),
        walletName: "Offline signer",
        signsTransactions: true,
        chains: [],
      },
      ...{ transactionVersions: OFFLINE, signPlan: async () => ({ landed: "" }) },
      signTransaction: async (wire) => wire,
    };
    const { plans } = await prepareAction(request, { t: english, account, now: world.now });
    const legacy = { ...account, transactionVersions: undefined };
    const without = await prepareAction(request, { t: english, account: legacy, now: world.now });
    const claims = ([first]: readonly SendablePlan[]) => first?.instructions.length ?? 0;
    expect(claims(plans)).toBeGreaterThan(claims(without.plans));
    for (const plan of plans) {
      const { wire, text } = await exportFile(plan);
      const whole = imported(await signed(text, beneficiary), wire);
      await rm(join(folder, "out.signed.json"));
      await connection().sendRawTransaction(whole);
    }
    expect(await world.balance(cast.mint, beneficiary)).toBe(SUPPLY);
  },
);
