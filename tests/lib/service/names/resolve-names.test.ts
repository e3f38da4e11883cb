import { Keypair, PublicKey } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenesisAccount } from "@/ledger/start-ledger";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { NATIVE_MINT, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { NAME_PROGRAM_ID, nameMint, ROOT_DOMAIN } from "@/lib/core/solana/sol-names/derive";
import { createChain } from "@/lib/service/chain/chain";
import { readPrimaryNames } from "@/lib/service/names/primary-names";
import { type NameChain, resolveNames, SOL_CUTOFF_SLOT } from "@/lib/service/names/resolve-names";
import {
  getAccounts,
  moveToken,
  primaryName,
  recordV1,
  recordV2,
  registered,
  registry,
  reverse,
  rootDomain,
  tokenized,
} from "@/tests/support/name-accounts";

const keypair = (index: number) => Keypair.fromSeed(new Uint8Array(32).fill(index));
const [alice, bob, carol] = [keypair(1), keypair(2), keypair(3)].map((key) => ({
  address: key.publicKey.toBase58(),
  secretKey: key.secretKey,
})) as [Account, Account, Account];
type Account = { address: string; secretKey: Uint8Array };
const escrow = PublicKey.findProgramAddressSync(
  [Buffer.from("escrow")],
  new PublicKey(TOKEN_PROGRAM_ID),
)[0].toBase58();

/** The accounts of a name service as mainnet has them. */
async function nameService(): Promise<GenesisAccount[]> {
  return [
    rootDomain(alice.address),
    await registered("alice.sol", alice.address),
    await registered("pay.alice.sol", bob.address),
    await registered("v2.sol", alice.address),
    await recordV2("v2.sol", { content: bob.address, writtenBy: alice.address }),
    await recordV1("v2.sol", { content: carol.address, signer: alice }),
    await registered("stale.sol", alice.address),
    await recordV2("stale.sol", { content: bob.address, writtenBy: carol.address }),
    await registered("stale-signed.sol", alice.address),
    await recordV2("stale-signed.sol", { content: bob.address, writtenBy: carol.address }),
    await recordV1("stale-signed.sol", { content: carol.address, signer: alice }),
    await registered("unconfirmed.sol", alice.address),
    await recordV2("unconfirmed.sol", {
      content: bob.address,
      writtenBy: alice.address,
      confirmedBy: carol.address,
    }),
    await registered("unverified.sol", alice.address),
    await recordV2("unverified.sol", { content: bob.address, writtenBy: alice.address, validations: [1, 0] }),
    await registered("v1.sol", alice.address),
    await recordV1("v1.sol", { content: bob.address, signer: alice }),
    await registered("v1-sold.sol", alice.address),
    await recordV1("v1-sold.sol", { content: bob.address, signer: carol }),
    ...(await tokenized("token.sol", carol.address)),
    await recordV2("token.sol", { content: bob.address, writtenBy: alice.address }),
    ...(await tokenized("listed.sol", escrow)),
    await registered("escrow.sol", escrow),
    await registered("escrow-record.sol", escrow),
    await recordV2("escrow-record.sol", { content: bob.address, writtenBy: escrow }),
    await registered("burned.sol", NATIVE_MINT),
    ...(await primaryName("alice.sol", alice.address)),
    ...(await primaryName("pay.alice.sol", bob.address)),
    ...(await primaryName("v1-sold.sol", carol.address)),
  ];
}

let ledger: TestLedger;
let chain: NameChain;
beforeAll(async () => {
  ledger = await TestLedger.start({ accounts: await nameService() });
  chain = createChain({ urls: [ledger.url] });
});
afterAll(() => ledger.close());

const resolve = async (name: string, nameChain: NameChain = chain) => {
  const [resolved] = await resolveNames(nameChain, [name]);
  if (!resolved) throw new RangeError("Expected a result.");
  return "address" in resolved ? [resolved.address, resolved.source] : resolved.problem;
};

describe("resolveNames", () => {
  it.each([
    ["alice.sol", alice, "owner"],
    ["ALICE.sns", alice, "owner"],
    ["pay.alice.sol", bob, "owner"],
    ["v2.sol", bob, "record-v2"],
    ["stale.sol", alice, "owner"],
    ["stale-signed.sol", carol, "record-v1"],
    ["v1.sol", bob, "record-v1"],
    ["v1-sold.sol", alice, "owner"],
    ["token.sol", carol, "token-holder"],
    ["escrow-record.sol", bob, "record-v2"],
  ] as const)("resolves %s by the rules of the name service", async (name, { address }, source) => {
    expect(await resolve(name)).toEqual([address, source]);
  });

  it.each([
    ["nobody.sol", "not-found"],
    ["other.alice.sol", "not-found"],
    ["burned.sol", "not-found"],
    ["escrow.sol", "program-account"],
    ["listed.sol", "program-account"],
    ["unconfirmed.sol", "invalid-record"],
    ["unverified.sol", "invalid-record"],
    ["alice.eth", "tld"],
  ])("returns no address for %s", async (name, problem) => {
    expect(await resolve(name)).toBe(problem);
  });

  it("returns results in the order of the names, with the slot of the network", async () => {
    const resolved = await resolveNames(chain, ["v1.sol", "x.eth", "alice.sol", "v1.sol"]);
    expect(resolved.map(({ name }) => name)).toEqual(["v1.sol", "x.eth", "alice.sol", "v1.sol"]);
    expect(resolved.map(({ slot }) => typeof slot)).toEqual(["bigint", "object", "bigint", "bigint"]);
  });

  it("follows the token of a name to its new holder", async () => {
    const [from, to] = [bob.address, carol.address];
    const accounts = [rootDomain(alice.address), ...(await tokenized("moved.sol", from))];
    const own = await TestLedger.start({ accounts });
    try {
      const reader = createChain({ urls: [own.url] });
      expect(await resolve("moved.sol", reader)).toEqual([from, "token-holder"]);
      own.controls.airdrop(keypair(2).publicKey.toBytes(), 1_000_000_000n);
      await own.send(await moveToken("moved.sol", { from, to }), [keypair(2)]);
      expect(await resolve("moved.sol", reader)).toEqual([to, "token-holder"]);
    } finally {
      await own.close();
    }
  });

  it("reports names as not found on a network without the name service", async () => {
    const empty = await TestLedger.start();
    try {
      expect(await resolve("alice.sol", createChain({ urls: [empty.url] }))).toBe("no-service");
    } finally {
      await empty.close();
    }
  });

  it("reads the accounts of 1,000 names in one batch of calls", async () => {
    const calls: number[] = [];
    const counted: NameChain = {
      getAccounts: (addresses, options) => {
        calls.push(addresses.length);
        return chain.getAccounts(addresses, options);
      },
      getLargestHolders: (mints, options) => chain.getLargestHolders(mints, options),
    };
    const names = Array.from({ length: 1_000 }, (_, index) => `name-${index}.sol`);
    const resolved = await resolveNames(counted, names);
    expect(resolved.every((each) => "problem" in each && each.problem === "not-found")).toBe(true);
    expect(calls).toEqual([4_001]);
  });

  it("stops resolving .sol names at the slot from which they belong to another program", async () => {
    const later: NameChain = {
      getAccounts: async (...wanted) => ({ ...(await chain.getAccounts(...wanted)), slot: SOL_CUTOFF_SLOT }),
      getLargestHolders: (...wanted) => chain.getLargestHolders(...wanted),
    };
    expect(await resolve("alice.sol", later)).toBe("tld-moved");
    expect(await resolve("alice.sns", later)).toEqual([alice.address, "owner"]);
  });
});

type Accounts = Awaited<ReturnType<NameChain["getAccounts"]>>["accounts"];

/** Returns a node that changes the accounts of its answers. */
const lying = (change: (address: string, account: Accounts[number]) => Accounts[number]): NameChain => ({
  getAccounts: async (addresses, options) => {
    const { slot, accounts } = await chain.getAccounts(addresses, options);
    return { slot, accounts: accounts.map((account, at) => change(addresses[at] as string, account)) };
  },
  getLargestHolders: (mints, options) => chain.getLargestHolders(mints, options),
});

describe("resolveNames with a node that lies", () => {
  const only = (wanted: string, change: (account: NonNullable<Accounts[number]>) => Accounts[number]) =>
    lying((address, account) => (address === wanted && account ? change(account) : account));

  it("refuses a name account of another program", async () => {
    const { domain } = await getAccounts("alice.sol");
    const liar = only(domain, (account) => ({ ...account, owner: SYSTEM_PROGRAM_ID }));
    expect(await resolve("alice.sol", liar)).toBe("malformed");
  });

  it("refuses a name account that is too short", async () => {
    const { domain } = await getAccounts("alice.sol");
    const liar = only(domain, (account) => ({ ...account, data: account.data.slice(0, 95) }));
    expect(await resolve("alice.sol", liar)).toBe("malformed");
  });

  it.each(["alice.sol", "pay.alice.sol"])("refuses %s with the parent of another name", async (name) => {
    const { domain } = await getAccounts(name);
    const foreign = registry({ address: domain, parent: bob.address, owner: carol.address });
    expect(
      await resolve(
        name,
        only(domain, (account) => ({ ...account, data: foreign.data })),
      ),
    ).toBe("malformed");
  });

  it("refuses a name account of a class", async () => {
    const { domain } = await getAccounts("alice.sol");
    const of = { address: domain, parent: ROOT_DOMAIN, owner: carol.address, nameClass: bob.address };
    expect(
      await resolve(
        "alice.sol",
        only(domain, (account) => ({ ...account, data: registry(of).data })),
      ),
    ).toBe("malformed");
  });

  it("refuses a record of another name", async () => {
    const { recordV2: address } = await getAccounts("v2.sol");
    const other = await recordV2("alice.sol", { content: carol.address, writtenBy: alice.address });
    expect(
      await resolve(
        "v2.sol",
        only(address, (account) => ({ ...account, data: other.data })),
      ),
    ).toBe("malformed");
  });

  it("refuses a token of another mint, and a mint with several tokens", async () => {
    const mint = nameMint((await getAccounts("token.sol")).domain);
    const several = only(mint, (account) => {
      const data = Uint8Array.from(account.data);
      data[36] = 2;
      return { ...account, data };
    });
    expect(await resolve("token.sol", several)).toBe("malformed");
    const unknown: NameChain = {
      ...chain,
      getAccounts: chain.getAccounts.bind(chain),
      getLargestHolders: async (mints) => mints.map(() => null),
    };
    expect(await resolve("token.sol", unknown)).toBe("no-holder");
    const wrong: NameChain = {
      ...unknown,
      getLargestHolders: async (mints) => mints.map(() => alice.address),
    };
    expect(await resolve("token.sol", wrong)).toBe("no-holder");
  });

  it("returns only addresses of the proven sources when a node changes or cuts the data", async () => {
    const names = ["alice.sol", "v2.sol", "v1.sol", "token.sol", "pay.alice.sol"];
    const proven = new Set([alice, bob, carol].map(({ address }) => address));
    const byte = fc.record({
      at: fc.nat({ max: 255 }),
      value: fc.nat({ max: 255 }),
      cut: fc.nat({ max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        byte,
        fc.boolean(),
        async (name, { at, value, cut }, flips) => {
          const isOwner = at >= 32 && at < 64;
          const liar = lying((address, account) => {
            if (!account || address === ROOT_DOMAIN || account.owner !== NAME_PROGRAM_ID) return account;
            const data = Uint8Array.from(account.data.slice(0, cut));
            // A changed owner is another valid account, which no reader can distinguish.
            if (flips && !isOwner && at < data.length) data[at] = value;
            return { ...account, data };
          });
          const outcome = await resolve(name, liar);
          if (typeof outcome !== "string") expect(proven.has(outcome[0] as string)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("readPrimaryNames", () => {
  it("returns the names that resolve to their wallets", async () => {
    const names = await readPrimaryNames({ ...bound(chain) }, [
      alice.address,
      bob.address,
      keypair(9).publicKey.toBase58(),
    ]);
    expect([...names.values()]).toEqual(["alice.sol", "pay.alice.sol", null]);
  });

  it("omits a primary name that belongs to another wallet now", async () => {
    expect((await readPrimaryNames(bound(chain), [carol.address])).get(carol.address)).toBeNull();
  });

  it("omits a name whose text derives to another account", async () => {
    const { domain } = await getAccounts("alice.sol");
    const other = await reverse(domain, "v1", undefined);
    const liar = lying((address, account) =>
      address === other.address && account ? { ...account, data: other.data } : account,
    );
    expect((await readPrimaryNames(liar, [alice.address])).get(alice.address)).toBeNull();
  });

  it("reads from the network once a minute", async () => {
    let reads = 0;
    const counted = {
      ...bound(chain),
      getAccounts: (...input: Parameters<NameChain["getAccounts"]>) => {
        reads++;
        return chain.getAccounts(...input);
      },
    };
    await readPrimaryNames(counted, [alice.address]);
    const first = reads;
    await readPrimaryNames(counted, [alice.address]);
    expect([first > 0, reads]).toEqual([true, first]);
  });
});

const bound = (nameChain: NameChain): NameChain => ({
  getAccounts: (...wanted) => nameChain.getAccounts(...wanted),
  getLargestHolders: (...wanted) => nameChain.getLargestHolders(...wanted),
});
