import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as importFile } from "@/app/api/campaigns/import/route";
import { POST as prepare } from "@/app/api/campaigns/prepare/route";
import { POST as register } from "@/app/api/campaigns/route";
import { verifyRoot } from "@/cli/verify-root/verify-root";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import type { ImportedView, PreparedView } from "@/lib/contract/operations";
import { english } from "@/lib/core/i18n/translator";
import { type AccountHead, findUnusualAccounts, isLost } from "@/lib/core/recipients/recipient-accounts";
import {
  DEFAULT_PROGRAM_ID,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";
import { planRotation } from "@/lib/core/vesting/rotation/plan-rotation";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { getRegistration, someRecipients } from "@/tests/support/registration";
import { getChain } from "@/tests/support/stored-action";

/** Recipients that can never claim are tested in every route, page and command that accepts recipients. */

const PROGRAM = createWallet(new Uint8Array(32).fill(90)).address;
const MINT = createWallet(new Uint8Array(32).fill(91)).address;
const OTHER_MINT = createWallet(new Uint8Array(32).fill(92)).address;
const TOKEN_ACCOUNT = createWallet(new Uint8Array(32).fill(93)).address;
const DEPLOYED = createWallet(new Uint8Array(32).fill(94)).address;
const LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";

/** Accounts on the network; every other address has none. */
const accounts = new Map<string, AccountHead>([
  [MINT, mintAccount()],
  [OTHER_MINT, { owner: TOKEN_2022_PROGRAM_ID, data: new Uint8Array(82) }],
  [TOKEN_ACCOUNT, { owner: TOKEN_PROGRAM_ID, data: new Uint8Array(165) }],
  [DEPLOYED, { owner: LOADER, executable: true, data: new Uint8Array(36) }],
]);
const getAccounts = async (addresses: readonly string[]) => ({
  slot: 1n,
  accounts: addresses.map((address) => (accounts.get(address) ?? null) as never),
});

/** A mint of 6 decimals of which 1,000 tokens exist. */
function mintAccount(): AccountHead {
  const data = new Uint8Array(82);
  new DataView(data.buffer).setBigUint64(36, 1_000_000_000n, true);
  data[44] = 6;
  data[45] = 1;
  return { owner: TOKEN_PROGRAM_ID, data };
}

const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", VESTING_PROGRAM_ID: PROGRAM });
const database = openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "hostile-recipients-"));
let services: Services;
const wallet = createWallet(new Uint8Array(32).fill(1)).address;

beforeAll(() => {
  services = startServices({
    db: database.db,
    env,
    ...fixedClock(1_700_000_050_000),
    chain: getChain({ getAccounts, getVestingTree: async () => null }),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const NOBODY = "which cannot sign. Enter a wallet address.";
/** Errors that need no network, with their sentences. */
const KNOWN: [string, string, string][] = [
  ["the default key", NATIVE_MINT, `This is the System Program address (the default key), ${NOBODY}`],
  ["a sysvar", "SysvarC1ock11111111111111111111111111111111", `This address is a sysvar, ${NOBODY}`],
  ["the sysvar owner", "Sysvar1111111111111111111111111111111111111", `This address is a sysvar, ${NOBODY}`],
  ["a native program", "Stake11111111111111111111111111111111111111", `This address is a program, ${NOBODY}`],
  ["a precompile", "Secp256r1SigVerify1111111111111111111111111", `This address is a program, ${NOBODY}`],
  ["the token program", TOKEN_PROGRAM_ID, `This address is a program, ${NOBODY}`],
  [
    "the incinerator",
    "1nc1nerator11111111111111111111111111111111",
    "This address is the incinerator, which destroys tokens. Enter a wallet address.",
  ],
  ["the public vesting program", DEFAULT_PROGRAM_ID, `This address is the vesting program itself, ${NOBODY}`],
  [
    "a well-known mint",
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    `This address is the mint of a token, ${NOBODY}`,
  ],
];
/** Errors that follow from the campaign itself. */
const OWN: [string, string, string][] = [
  ["the campaign's mint", MINT, `This address is the mint of a token, ${NOBODY}`],
  ["the configured program", PROGRAM, `This address is the vesting program itself, ${NOBODY}`],
];
/** Errors that follow from the account on the network. */
const LOOKED_UP: [string, string, string][] = [
  ["another mint", OTHER_MINT, "This address can never claim: it is a token’s mint. Enter a wallet address."],
  [
    "a token account",
    TOKEN_ACCOUNT,
    "This address can never claim: it is a token account; enter the wallet that owns it.",
  ],
  ["a deployed program", DEPLOYED, "This address can never claim: it is a program. Enter a wallet address."],
];

/**
 * Returns a file whose rows 1 and 3 hold no recipient: a header and a blank line. Rows 5 and 6 have the
 * hostile address.
 */
const getFile = (address: string, amount = "5") =>
  [
    `beneficiary,amount`,
    `${wallet},${amount}`,
    "",
    `${wallet},7`,
    `${address},${amount}`,
    `${address},9`,
  ].join("\n");
const SCHEDULE = {
  releaseType: "cliff",
  startTime: "1800000000",
  cliffTime: "1800000000",
  endTime: "1800000000",
};

const [item] = someRecipients(1);
const to = (beneficiary: string, amount = "5") => ({ ...item, beneficiary, amount });

type Answer<View> = View & { code: string; details: { path: string; message: string }[] };
const prepared = (body: object) =>
  call<Answer<PreparedView>>(prepare, { path: "/api/campaigns/prepare", body });
const imported = async (text: string, query: Record<string, string> = {}) =>
  call<Answer<ImportedView>>(importFile, {
    path: "/api/campaigns/import",
    body: text,
    query: { ...SCHEDULE, ...query },
    headers: { "content-type": "text/csv", ...(await signIn(createWallet(), services)) },
  });

/** Returns the warnings of the command line for a file. */
async function verified(text: string, ...options: string[]): Promise<string[]> {
  const path = join(folder, "recipients.csv");
  writeFileSync(path, text);
  const lines: string[] = [];
  const schedule = [
    "--release-type",
    "cliff",
    "--start",
    "1800000000",
    "--cliff",
    "1800000000",
    "--end",
    "1800000000",
  ];
  await verifyRoot([path, "--root", "0".repeat(64), ...schedule, ...options], (line) => lines.push(line));
  return lines;
}

describe("preparing a campaign", () => {
  test.each([...KNOWN, ...OWN, ...LOOKED_UP])("refuses %s at every position", async (_, address, message) => {
    const { status, body } = await prepared({
      recipients: [to(wallet), to(address), to(wallet, "6"), to(address, "9")],
      mint: MINT,
    });
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details).toEqual([1, 3].map((at) => ({ path: `recipients.${at}.beneficiary`, message })));
  });
});

describe("importing a file", () => {
  test.each([...KNOWN, ...OWN, ...LOOKED_UP])(
    "reports %s at its rows as a spreadsheet counts them",
    async (_, address, message) => {
      const { status, body } = await imported(getFile(address), { mint: MINT });
      expect(status).toBe(200);
      expect(body.errors).toEqual([5, 6].map((row) => ({ row, field: "beneficiary", message })));
      expect(body.recipients.map(({ row, beneficiary }) => [row, beneficiary])).toEqual([
        [2, wallet],
        [4, wallet],
      ]);
    },
  );
});

describe("the page's review of a file", () => {
  const review = async (address: string) => {
    const sheet = await readSheet(english, getFile(address));
    return checkSheet(sheet, { t: english, decimals: undefined, defaults: SCHEDULE, mint: MINT });
  };

  test.each([...KNOWN, OWN[0] ?? KNOWN[0] ?? ["", "", ""]])(
    "marks %s at its rows",
    async (_, address, message) => {
      const { errors } = await review(address);
      expect([...errors]).toEqual([5, 6].map((row) => [row, { beneficiary: message }]));
    },
  );

  test.each(LOOKED_UP)("drops %s by the same decision as the service", async (_, address) => {
    const found = await findUnusualAccounts(
      [address],
      async (addresses) => addresses.map((each) => accounts.get(each) ?? null),
      { batchSize: 1 },
    );
    expect([...found.values()].map(isLost)).toEqual([true]);
  });
});

describe("the command line", () => {
  test.each(KNOWN)("names %s at its rows", async (_, address, message) => {
    const lines = await verified(getFile(address));
    expect(lines).toEqual(expect.arrayContaining([5, 6].map((row) => `Row ${row}, beneficiary: ${message}`)));
  });

  test("names a recipient without a key by all its rows", async () => {
    const [vault] = PublicKey.findProgramAddressSync([new Uint8Array([1])], new PublicKey(PROGRAM));
    const lines = await verified(getFile(vault.toBase58()));
    expect(lines).toContainEqual(
      expect.stringContaining("2 recipient addresses have no private key (first at 5, 6)"),
    );
  });
});

describe("a rotation", () => {
  const hours = {
    releaseType: 1 as const,
    startTime: 1_700_000_000n,
    cliffTime: 1_700_000_100n,
    endTime: 1_800_000_000n,
  };
  const gives = (beneficiary: string, amount: bigint) => ({ beneficiary, amount, ...hours, milestoneIdx: 0 });
  const texts = (recipients: object[]) =>
    JSON.parse(JSON.stringify(recipients, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
  const second = createWallet(new Uint8Array(32).fill(3)).address;
  const started = async (others: string[]) => {
    const creator = createWallet();
    const recipients = [gives(wallet, 40n), ...others.map((address) => gives(address, 10n))];
    const body = await getRegistration(creator, { recipients });
    services = startServices({ db: database.db, env, ...fixedClock(1_700_000_050_000) });
    const { status } = await call(register, { body, headers: await signIn(creator, services) });
    expect(status).toBe(201);
    services = startServices({
      db: database.db,
      env,
      ...fixedClock(1_700_000_050_000),
      chain: getChain({ getAccounts, getVestingTree: async () => null }),
    });
    return body.treeAddress;
  };

  test.each([...KNOWN, ...LOOKED_UP, OWN[1] ?? ["", "", ""]])(
    "refuses to add %s, in the service and on the page",
    async (_, address, message) => {
      const treeAddress = await started([second]);
      const recipients = [gives(wallet, 20n), gives(address, 20n)];
      const { status, body } = await prepared({ treeAddress, recipients: texts(recipients) });
      expect([status, body.details]).toEqual([400, [{ path: "recipients.1.beneficiary", message }]]);
      if (LOOKED_UP.some(([, known]) => known === address)) return;
      const state = {
        leaves: [{ ...gives(wallet, 40n), leafIndex: 0 }],
        payouts: new Payouts(),
        totalSupply: 40n,
      };
      const { errors } = await planRotation({ ...state, own: { programId: PROGRAM } }, recipients);
      expect(errors).toEqual([
        expect.objectContaining({ position: 1, field: "beneficiary", kind: "unclaimable" }),
      ]);
    },
  );

  test("keeps such recipients of the current list, with a warning, unless they get more", async () => {
    const [, sysvar = "", why] = KNOWN[1] ?? [];
    const treeAddress = await started([sysvar, OTHER_MINT]);
    const stored = [gives(wallet, 39n), gives(sysvar, 10n), gives(OTHER_MINT, 10n)];
    const { status, body } = await prepared({ treeAddress, recipients: texts(stored) });
    expect(status).toBe(200);
    expect(body.warnings).toEqual(
      expect.arrayContaining([`Recipient 1: ${why}`, `recipients.2.beneficiary: ${LOOKED_UP[0]?.[2]}`]),
    );
    const raised = [gives(wallet, 38n), gives(sysvar, 11n), gives(OTHER_MINT, 11n)];
    const refused = await prepared({ treeAddress, recipients: texts(raised) });
    expect([refused.status, refused.body.details.map(({ path }) => path)]).toEqual([
      400,
      ["recipients.1.beneficiary"],
    ]);
  });
});

describe("amounts in the wrong unit", () => {
  test("are reported alike when base units are read as tokens", async () => {
    const other = createWallet(new Uint8Array(32).fill(2)).address;
    const text = ["beneficiary,amount", `${wallet},5000000`, `${other},6000000`].join("\n");
    const { body } = await imported(text, { mint: MINT, decimals: "6" });
    const sentence = expect.stringContaining("look like base units");
    expect(body.warnings).toContainEqual(sentence);
    const huge = text.replaceAll("000000", "000000000000");
    expect((await imported(huge, { decimals: "6" })).body.warnings).toContainEqual(sentence);
    expect(await verified(huge, "--decimals", "6")).toContainEqual(sentence);
  });

  test("are reported alike when tokens are read as base units", async () => {
    const sentence = expect.stringContaining("look like tokens");
    const { body } = await imported(getFile(createWallet().address), { mint: MINT });
    expect(body.warnings).toContainEqual(sentence);
    const answer = await prepared({ recipients: [to(wallet, "500")], mint: MINT });
    expect(answer.body.warnings).toContainEqual(sentence);
  });
});
