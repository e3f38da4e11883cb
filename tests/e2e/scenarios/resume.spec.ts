import type { Page, Route } from "@playwright/test";
import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { readTransaction, type WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import {
  CREATOR_NAME,
  creator,
  type DemoSession,
  expect,
  SOL,
  test,
  twoRecipients,
} from "../support/demo-session";

/** The tab is closed during a creation, and another one completes it. */

const SUPPLY = 6n * SOL;

/** The cut of a scenario: at a request, after the effects of `before`. */
type Cut = {
  name: string;
  url: string;
  isHere: (route: Route) => boolean;
  before?: (session: DemoSession, route: Route) => Promise<unknown>;
  /** Base units in the campaign at the cut. */
  held: bigint;
  isRegistered?: boolean;
  /** The closed tab had an earlier version of the page, which stored each leaf as an object. */
  isEarlier?: boolean;
};

const sending = {
  url: "**/rpc",
  isHere: (route: Route) => route.request().postDataJSON().method === "sendTransaction",
};
const registering = { url: "**/api/campaigns", isHere: () => true };

const CUTS: readonly Cut[] = [
  { name: "before anything was sent", ...sending, held: 0n },
  { name: "when it was created and not funded", ...sending, before: createOnly, held: 0n },
  { name: "when it was funded and not registered", ...registering, held: SUPPLY },
  { name: "by an earlier version of the page", ...registering, held: SUPPLY, isEarlier: true },
  {
    name: "when it was registered and nobody had said so",
    ...registering,
    before: (_, route) => route.fetch(),
    held: SUPPLY,
    isRegistered: true,
  },
];

/** Lands the creation without the funding in the same transaction, as when both do not fit one packet. */
async function createOnly({ ledger }: DemoSession, route: Route): Promise<void> {
  const [wire] = route.request().postDataJSON().params;
  const transaction = readTransaction(Buffer.from(wire, "base64"));
  expect(transaction.instructions).toHaveLength(2);
  await ledger.send([firstInstruction(transaction)], [creator]);
}

/** Returns the first instruction of a transaction of any version, with its accounts. */
function firstInstruction(transaction: WireTransaction): TransactionInstruction {
  const { requiredSignatures: signers, readonlySigned, readonlyUnsigned, staticKeys } = transaction;
  const [instruction] = transaction.instructions;
  if (!instruction) throw new Error("The transaction has no instruction.");
  const keyAt = (index: number) => new PublicKey(staticKeys[index] ?? new Uint8Array(32));
  const isWritable = (index: number) =>
    index < signers ? index < signers - readonlySigned : index < staticKeys.length - readonlyUnsigned;
  return new TransactionInstruction({
    programId: keyAt(instruction.programIdIndex),
    keys: [...instruction.accounts].map((index) => ({
      pubkey: keyAt(index),
      isSigner: index < signers,
      isWritable: isWritable(index),
    })),
    data: Buffer.from(instruction.data),
  });
}

/**
 * Resolves when the page reaches the cut. The request ends there, because an open one would be sent as the
 * page closes.
 */
function reached(page: Page, session: DemoSession, { url, isHere, before }: Cut): Promise<void> {
  return new Promise((resolve, reject) => {
    page.route(url, async (route) => {
      if (!isHere(route)) return route.fallback();
      await before?.(session, route).catch(reject);
      await route.abort().then(resolve, reject);
    });
  });
}

for (const cut of CUTS) {
  test(`a creation continues in another tab: closed ${cut.name}`, async ({ session, page, context }) => {
    const name = `Closed ${cut.name}`;
    await session.prepare({ name, csv: twoRecipients(), cliffDays: -20 });
    const cutOff = reached(page, session, cut);
    await session.sign();
    await cutOff;
    await page.close();
    const wasThere = await campaignsNamed(session, name);
    expect(wasThere).toHaveLength(cut.isRegistered ? 1 : 0);

    const next = session.in(await context.newPage());
    await next.goto("/create");
    if (cut.isEarlier) await storeAsEarlier(next.page);
    if (cut.isEarlier) await next.goto("/create");
    await next.playAs(CREATOR_NAME);
    await expect(next.page.getByRole("heading", { name: `Unfinished: ${name}` })).toBeVisible();
    const tree = await pendingTree(next.page);
    expect(await next.held(tree)).toBe(cut.held);
    await next.page.getByRole("button", { name: "Review campaign" }).click();
    await expect(next.page.getByText(`in a new campaign “${name}”`)).toBeVisible();
    await next.page.getByRole("button", { name: "Resume creation" }).click();
    expect(await next.open(name)).toBe(tree);

    expect(await campaignsNamed(next, name)).toMatchObject([{ treeAddress: tree, verified: true }]);
    const campaign = await next.api.campaign(tree);
    expect(campaign).toMatchObject({ leafCount: 2, totalSupply: SUPPLY.toString(), status: "claimable" });
    expect(campaign.rootVersions).toHaveLength(1);
    expect(await next.held(tree)).toBe(SUPPLY);
    await next.goto("/create");
    await expect(next.page.getByLabel("Name (optional)")).toBeVisible();
    await expect(next.page.getByText("Unfinished")).toHaveCount(0);
  });
}

async function campaignsNamed({ api }: DemoSession, name: string) {
  const { campaigns } = await api.campaigns({ creator: creator.address, limit: 100 });
  return campaigns.filter(({ metadata }) => metadata?.name === name);
}

/** Replaces the leaves in the browser's storage by objects. */
async function storeAsEarlier(page: Page): Promise<void> {
  const bytes = await page.evaluate(async () => {
    const [stored] = await new Promise<{ leaves: Blob }[]>((resolve, reject) => {
      const opening = indexedDB.open("vesting-index");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result
          .transaction("pending-campaigns")
          .objectStore("pending-campaigns")
          .getAll();
        reading.onsuccess = () => resolve(reading.result);
      };
    });
    return [...new Uint8Array((await stored?.leaves.arrayBuffer()) ?? new ArrayBuffer())];
  });
  const leaves = [...new LeafList(Uint8Array.from(bytes))];
  expect(leaves).toHaveLength(2);
  await page.evaluate(
    (objects) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("vesting-index");
        opening.onsuccess = () => {
          const writing = opening.result.transaction("pending-campaigns", "readwrite");
          const store = writing.objectStore("pending-campaigns");
          const reading = store.getAll();
          reading.onsuccess = () => store.put({ ...reading.result[0], leaves: objects });
          writing.onabort = () => reject(writing.error);
          writing.oncomplete = () => resolve();
        };
      }),
    leaves,
  );
}

/** Returns the tree address of the only campaign in the browser's storage. */
const pendingTree = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("vesting-index");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database
            .transaction("pending-campaigns")
            .objectStore("pending-campaigns")
            .getAllKeys();
          reading.onsuccess = () => {
            database.close();
            resolve(String(reading.result[0]));
          };
        };
      }),
  );
