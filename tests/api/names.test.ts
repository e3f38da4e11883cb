import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as importRecipients } from "@/app/api/campaigns/import/route";
import { POST as resolve } from "@/app/api/names/resolve/route";
import { GET as primary } from "@/app/api/names/route";
import { TestLedger } from "@/ledger/tests/support/ledger";
import type { ImportedView } from "@/lib/contract/operations";
import { createChain } from "@/lib/service/chain/chain";
import type { Services } from "@/lib/service/services";
import { call, signIn, startServices } from "@/tests/support/http";
import { primaryName, registered, rootDomain } from "@/tests/support/name-accounts";

const [owner, creator] = [1, 2].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
];
const address = owner.publicKey.toBase58();

let ledger: TestLedger;
let services: Services;
beforeAll(async () => {
  const names = [await registered("alice.sol", address), ...(await primaryName("alice.sol", address))];
  ledger = await TestLedger.start({ accounts: [rootDomain(address), ...names] });
  services = startServices({ chain: createChain({ urls: [ledger.url] }) });
});
afterAll(() => ledger.close());

describe("POST /api/names/resolve", () => {
  const post = (body: unknown) => call<{ names: object[] }>(resolve, { path: "/api/names/resolve", body });

  it("returns an address with its proof, or the reason why a name has none", async () => {
    const { status, body } = await post({ names: ["Alice.sol", "bob.sol", "alice.eth"] });
    expect(status).toBe(200);
    expect(body.names).toEqual([
      { name: "alice.sol", address, source: "owner", slot: expect.stringMatching(/^\d+$/) },
      {
        name: "bob.sol",
        error: "not-found",
        message: "bob.sol was not found on this network. Enter the address.",
      },
      {
        name: "alice.eth",
        error: "tld",
        message: "Only .sol and .sns names can be resolved. Enter the address.",
      },
    ]);
  });

  it.each([{}, { names: [] }, { names: [1] }, { names: Array(1_001).fill("a.sol") }])(
    "refuses a request with other than 1 to 1,000 names",
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );
});

describe("GET /api/names", () => {
  const get = (query: string) => call<{ names: object }>(primary, { path: "/api/names", query });

  it("returns the primary name of each address", async () => {
    const other = creator.publicKey.toBase58();
    const { body } = await get(`addresses=${address},${other}`);
    expect(body.names).toEqual({ [address]: "alice.sol", [other]: null });
  });

  it("refuses a text that is not an address", async () => {
    expect((await get("addresses=alice.sol")).status).toBe(400);
  });
});

describe("POST /api/campaigns/import", () => {
  const header = "beneficiary,amount,releaseType,cliffTime";
  const row = (recipient: string) => `${recipient},5,cliff,2030-01-01`;
  const send = async (rows: readonly string[]) => {
    const body = [header, ...rows].join("\n");
    const wallet = { address: creator.publicKey.toBase58(), secretKey: creator.secretKey };
    const headers = { ...(await signIn(wallet, services)), "content-type": "text/csv" };
    return call<ImportedView & { details: { message: string }[] }>(importRecipients, {
      path: "/api/campaigns/import",
      body,
      headers,
    });
  };

  it("returns names with the addresses that replaced them", async () => {
    const { status, body } = await send([
      row("alice.sol"),
      row(creator.publicKey.toBase58()),
      row("bob.sol"),
    ]);
    expect(status).toBe(200);
    expect(body.recipients.map(({ beneficiary }) => beneficiary)).toEqual([
      address,
      creator.publicKey.toBase58(),
    ]);
    expect(body.names).toMatchObject([{ name: "alice.sol", address, source: "owner" }]);
    expect(body.errors).toEqual([
      {
        row: 4,
        field: "beneficiary",
        message: "bob.sol was not found on this network. Enter the address.",
      },
    ]);
  });

  it("reads a file of names alone", async () => {
    const { body } = await send([row("ALICE.SOL")]);
    expect([body.validRows, body.recipients[0]?.beneficiary]).toEqual([1, address]);
  });

  it("refuses a file with more than 1,000 names", async () => {
    const { status, body } = await send(Array.from({ length: 1_001 }, (_, index) => row(`n${index}.sol`)));
    expect([status, body.details[0]?.message]).toEqual([
      400,
      "has more than 1000 names. Enter addresses, or split the file.",
    ]);
  });
});
