import { expect, test } from "vitest";
import { insertCreations, selectUnregisteredTrees } from "@/db/queries/events/creations";
import { creations } from "@/db/schema";
import { addCampaign } from "@/tests/support/rows";
import { TREE } from "../support/event-fixtures";
import { named, signatureNamed } from "../support/fake-ledger";
import { context, database, ledger, openIndex } from "../support/fresh-index";
import { runOnce } from "../support/index-of";

openIndex();

const creator = named("creator");
const created = (tree: string, text: string = creator) =>
  ({
    name: "CampaignCreated",
    data: {
      tree,
      creator: text,
      mint: named("mint"),
      totalSupply: 2n ** 64n - 1n,
      leafCount: 7,
      cancellable: true,
    },
  }) as const;

const unregistered = async (text: string = creator, limit = 10) =>
  (await selectUnregisteredTrees(database.db, { creator: text, limit })).map(
    ({ treeAddress }) => treeAddress,
  );

test("lists a creator's unregistered trees, newest first, until they are registered", async () => {
  await database.db.delete(creations);
  const [first, second, third] = ["one", "two", "three"].map((name) => named(name));
  if (!first || !second || !third) throw new Error("A name is missing.");
  ledger.add({ signature: signatureNamed("c1"), slot: 10n, events: [created(first), created(TREE)] });
  ledger.add({ signature: signatureNamed("c2"), slot: 11n, events: [created(second)] });
  ledger.add({ signature: signatureNamed("c3"), slot: 12n, events: [created(third, named("other"))] });
  ledger.add({
    signature: signatureNamed("c4"),
    slot: 13n,
    events: [created(named("failed"))],
    failed: true,
  });
  await runOnce(context());
  expect(await unregistered()).toEqual([second, first]);
  expect(await unregistered(creator, 1)).toEqual([second]);
  expect(await unregistered(named("other"))).toEqual([third]);
  const [tree] = await selectUnregisteredTrees(database.db, { creator, limit: 1 });
  expect(tree).toMatchObject({
    ...{ mint: named("mint"), totalSupply: 2n ** 64n - 1n, leafCount: 7, slot: 11n },
    signature: signatureNamed("c2"),
  });
  await addCampaign(database.db, { treeAddress: second });
  expect(await unregistered()).toEqual([first]);
});

test("treats a tree that is created again as the later one, in any order of reading", async () => {
  await database.db.delete(creations);
  const tree = named("again");
  const { data, name } = created(tree);
  const reported = (signature: string, slot: bigint, leafCount: number) => ({
    ...{ signature: signatureNamed(signature), slot, txIndex: null, blockTime: slot },
    events: [{ name, data: { ...data, leafCount }, index: 0, bytes: new Uint8Array() }],
  });
  const [earlier, later] = [reported("a1", 10n, 7), reported("a2", 20n, 9)];
  for (const order of [[later], [earlier], [later, earlier]]) {
    await insertCreations(database.db, order);
    const [found] = await selectUnregisteredTrees(database.db, { creator, limit: 1 });
    expect(found).toMatchObject({ leafCount: 9, signature: later.signature });
  }
});
