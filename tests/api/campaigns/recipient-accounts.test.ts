import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as importFile } from "@/app/api/campaigns/import/route";
import { POST as prepare } from "@/app/api/campaigns/prepare/route";
import { warnOfUnusual } from "@/cli/verify-root/look-up-recipients";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import type { ImportedView, PreparedView } from "@/lib/contract/operations";
import { DEFAULT_PROGRAM_ID, TOKEN_2022_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { someRecipients } from "@/tests/support/registration";

/** Recipients and mints as the network returns them, in every route and command that accepts recipients. */

const TOKEN = 1_000_000n;
const SUPPLY = 1_000n * TOKEN;
const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
let ledger: TestLedger;
let services: Services;
let mint: string;
let tokenAccount: string;
let payer: Keypair;

beforeAll(async () => {
  ledger = await TestLedger.start();
  services = startServices({ env, chain: createChain({ urls: [ledger.url] }) });
  const authority = ledger.wallet();
  payer = authority;
  mint = await ledger.createMint(authority);
  const owner = authority.publicKey.toBase58();
  tokenAccount = await ledger.mintTokens({ mint, authority, owner, amount: SUPPLY });
}, LONG.timeout);
afterAll(() => ledger.close());

/** Creates an empty account of a program. */
async function createAccount(program: string, space: number): Promise<string> {
  const account = Keypair.generate();
  const create = SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: account.publicKey,
    lamports: 10_000_000,
    space,
    programId: new PublicKey(program),
  });
  await ledger.send([create], [payer, account]);
  return account.publicKey.toBase58();
}

const [wallet] = someRecipients(1);
const to = (beneficiary: string, amount = wallet?.amount ?? "1") => ({ ...wallet, beneficiary, amount });

type Answer<View> = View & { code: string; details: { path: string; message: string }[] };
const prepared = (body: object) =>
  call<Answer<PreparedView>>(prepare, { path: "/api/campaigns/prepare", body });
const imported = async (rows: [string, string][], query: Record<string, string> = {}) =>
  call<Answer<ImportedView>>(importFile, {
    path: "/api/campaigns/import",
    body: ["beneficiary,amount", ...rows.map((row) => row.join(","))].join("\n"),
    query: { releaseType: "cliff", cliffTime: "2027-01-01", ...query },
    headers: { "content-type": "text/csv", ...(await signIn(createWallet(), services)) },
  });

const lost = () => [
  ["a mint", mint, "it is a token’s mint. Enter a wallet address"],
  ["a token account", tokenAccount, "it is a token account; enter the wallet that owns it"],
];

describe("a recipient whose account can never claim", () => {
  test("is an error of prepare at its position", async () => {
    for (const [, address = "", why] of lost()) {
      const { status, body } = await prepared({ recipients: [wallet, to(address)] });
      expect(status).toBe(400);
      expect(body.details).toEqual([
        { path: "recipients.1.beneficiary", message: `This address can never claim: ${why}.` },
      ]);
    }
  });

  test("is an error of import at its row, and the others are imported", async () => {
    for (const [, address = "", why] of lost()) {
      const { status, body } = await imported([
        [`${wallet?.beneficiary}`, "5"],
        [address, "7"],
      ]);
      expect([status, body.validRows, body.totalRows]).toEqual([200, 1, 2]);
      expect(body.recipients.map(({ beneficiary }) => beneficiary)).toEqual([wallet?.beneficiary]);
      expect(body.errors).toEqual([
        { row: 3, field: "beneficiary", message: `This address can never claim: ${why}.` },
      ]);
    }
    const { status, body } = await imported([[mint, "5"]]);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("is named by the command line at each of its rows, with amounts in the wrong unit", async () => {
    const lines: string[] = [];
    const recipients = [wallet?.beneficiary ?? "", tokenAccount, tokenAccount].map((beneficiary) => ({
      beneficiary,
    }));
    const getPosition = (index: number) => `Row ${index + 2}`;
    const amounts = { total: 500n, smallest: 100n, greatest: 300n, unit: "base" as const };
    await warnOfUnusual(ledger.url, { recipients, getPosition, mint, amounts }, (line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringContaining("Row 3, beneficiary: This address can never claim"),
      expect.stringContaining("Row 4, beneficiary: This address can never claim"),
      expect.stringContaining("look like tokens"),
    ]);
  });
});

describe("a recipient that is another program's account", () => {
  test("is a warning of prepare and of import", async () => {
    const data = await createAccount(DEFAULT_PROGRAM_ID, 8);
    const { status, body } = await prepared({ recipients: [wallet, to(data)] });
    const why = `This address may never be able to claim: it is an account of the program ${DEFAULT_PROGRAM_ID}.`;
    expect([status, body.warnings]).toEqual([
      200,
      expect.arrayContaining([`recipients.1.beneficiary: ${why}`]),
    ]);
    const file = await imported([
      [`${wallet?.beneficiary}`, "5"],
      [data, "7"],
    ]);
    expect(file.body.warnings).toContain(`Row 3, beneficiary: ${why}`);
  });
});

describe("the mint of a list", () => {
  const warnings = async (over: object) =>
    (await prepared({ recipients: [wallet], mint, ...over })).body.warnings;

  test("is a warning of prepare when the network lacks the mint, or it belongs to another program", async () => {
    const nowhere = createWallet().address;
    expect(await warnings({ mint: nowhere })).toEqual([
      expect.stringContaining(`no account at the mint ${nowhere}`),
    ]);
    expect(await warnings({ mint: tokenAccount })).toEqual([expect.stringContaining("is not a mint")]);
    const other = await createAccount(TOKEN_2022_PROGRAM_ID, 82);
    expect(await warnings({ mint: other })).toEqual([expect.stringContaining("belongs to Token-2022")]);
  });

  test("is compared with a total above its supply, and with amounts that look like tokens", async () => {
    const amount = (units: bigint) => warnings({ recipients: [to(`${wallet?.beneficiary}`, `${units}`)] });
    expect(await amount(SUPPLY)).toEqual([]);
    expect(await amount(SUPPLY + 1n)).toEqual([
      "The amounts add up to 1000.000001 tokens, but only 1000 exist.",
    ]);
    expect(await amount(500n)).toEqual([
      expect.stringContaining("look like tokens. As base units they total 0.0005"),
    ]);
  });

  test("is compared with the decimals and the unit of an import", async () => {
    const rows: [string, string][] = [[`${wallet?.beneficiary}`, "5000000"]];
    expect(await imported(rows, { mint, decimals: "9" })).toMatchObject({
      status: 400,
      body: { details: [{ path: "decimals", message: expect.stringContaining("must be 6") }] },
    });
    const { body } = await imported(rows, { mint, decimals: "6" });
    expect(body.warnings).toEqual([expect.stringContaining("as base units 5.")]);
    expect((await imported(rows, { mint })).body.warnings).toEqual([]);
  });
});

test("prepare and import work while the network is unreachable, and the response states that", async () => {
  services = startServices({ env, chain: createChain({ urls: ["http://127.0.0.1:9"] }) });
  const notChecked = expect.stringContaining("recipients were not checked");
  const answer = await prepared({ recipients: [wallet, to(tokenAccount)], mint });
  expect([answer.status, answer.body.warnings]).toEqual([200, expect.arrayContaining([notChecked])]);
  const file = await imported([[tokenAccount, "5"]]);
  expect([file.status, file.body.warnings]).toEqual([200, expect.arrayContaining([notChecked])]);
  services = startServices({ env, chain: createChain({ urls: [ledger.url] }) });
});

test("a long list costs one batch of network calls", async () => {
  let calls = 0;
  const chain = createChain({ urls: [ledger.url] });
  const getAccounts: typeof chain.getAccounts = (addresses, options) => {
    calls++;
    expect([addresses.length, options?.headBytes, options?.deadlineMs]).toEqual([2_000, 166, 4_000]);
    return chain.getAccounts(addresses, options);
  };
  services = startServices({ env, chain: Object.assign(Object.create(chain), { getAccounts }) });
  const recipients = Array.from({ length: 2_100 }, (_, seed) =>
    to(new PublicKey(Uint8Array.from([seed >> 8, seed, ...Array(30).fill(7)])).toBase58()),
  );
  const { status, body } = await prepared({ recipients, proofs: false });
  expect([status, calls]).toEqual([200, 1]);
  expect(body.warnings).toContain("Only the first 2000 of 2100 recipients were checked on the network.");
});
