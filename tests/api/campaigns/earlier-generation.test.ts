import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as getPayments } from "@/app/api/activity/[address]/payments/route";
import { GET as getActivity } from "@/app/api/activity/[address]/route";
import { GET as getPortfolio } from "@/app/api/beneficiary/[address]/campaigns/route";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { POST as cancel } from "@/app/api/campaigns/[treeAddress]/cancel/route";
import { GET as getClaims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { GET as getLeaves } from "@/app/api/campaigns/[treeAddress]/leaves/route";
import { PATCH as correct, GET as getMetadata } from "@/app/api/campaigns/[treeAddress]/metadata/route";
import { GET as getPayouts } from "@/app/api/campaigns/[treeAddress]/payouts/route";
import { GET as getProof } from "@/app/api/campaigns/[treeAddress]/proof/route";
import {
  GET as getRootVersions,
  POST as rotate,
} from "@/app/api/campaigns/[treeAddress]/root-versions/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { GET as getTimeline } from "@/app/api/campaigns/[treeAddress]/timeline/route";
import { storeEvents } from "@/db/queries/events/event-rows";
import { projectCampaigns } from "@/db/queries/events/projection";
import { ApiClient } from "@/lib/client/api-client";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readChanges, readLeafIndexesOf, readProof } from "@/lib/service/pages/campaign-lists";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, signIn, startServices } from "@/tests/support/http";
import { addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";
import { creator, LEAF, NOW, storeCampaign, stranger } from "@/tests/support/stored-action";

const CREATION = "5".repeat(88);
const PAST = { startTime: NOW - 900n, cliffTime: NOW - 900n, endTime: NOW - 900n };
const address = LEAF.beneficiary;

const database = openTestDatabase();
let services: Services;
let treeAddress = "";

/** Two campaigns of one address: the earlier one paid its recipient in full, the current one paid nothing. */
beforeAll(async () => {
  services = startServices({ db: database.db, now: () => NOW });
  const { db } = database;
  const current = await storeCampaign(db, { leaves: [{ ...PAST, amount: 900n }], metadata: { name: "New" } });
  treeAddress = current.treeAddress;
  const earlier = await storeCampaign(db, {
    ...{ treeAddress, isCurrent: false, creationSignature: CREATION, createdAt: 0n },
    ...{ leaves: [{ ...PAST, amount: 70n }], metadata: { name: "Old" } },
  });
  const { id: rootVersionId } = await addRootVersion(db, {
    ...{ campaignId: earlier.id, version: 2, merkleRoot: earlier.merkleRoot, createdAt: 1n },
  });
  await addLeaf(db, { rootVersionId, ...LEAF, ...PAST, amount: 70n });
  const claim = { beneficiary: address, leafIndex: 0, amount: 70n, milestoneIdx: null };
  await db.transaction((tx) =>
    storeEvents(tx, {
      claimed: [
        {
          ...envelopeValues(earlier.id),
          txIndex: null,
          ...claim,
          ...{ totalClaimedByUser: 70n, totalClaimedOverall: 70n },
        },
      ],
    }),
  );
  await projectCampaigns(db, [earlier.id]);
});

const ofTree = (handler: Parameters<typeof call>[0], query: Record<string, string> = {}) =>
  call<Record<string, never>>(handler, { params: { treeAddress }, query });

const READS = {
  detail: [getDetail, {}],
  claims: [getClaims, {}],
  "claims as CSV": [getClaims, { format: "csv" }],
  leaves: [getLeaves, {}],
  "leaves as CSV": [getLeaves, { format: "csv" }],
  metadata: [getMetadata, {}],
  payouts: [getPayouts, {}],
  proof: [getProof, { beneficiary: address }],
  "all proofs": [getProof, { beneficiary: address, all: "true" }],
  "root versions": [getRootVersions, {}],
  timeline: [getTimeline, {}],
  "timeline as CSV": [getTimeline, { format: "csv" }],
} as const;

describe("an earlier campaign of an address", () => {
  test.each(Object.entries(READS))("is read by creation: %s", async (_name, [handler, query]) => {
    const [current, earlier, unknown] = await Promise.all([
      ofTree(handler, query),
      ofTree(handler, { ...query, creation: CREATION }),
      ofTree(handler, { ...query, creation: "never" }),
    ]);
    expect([current.status, earlier.status, unknown.status]).toEqual([200, 200, 404]);
    expect(earlier.text).not.toBe(current.text);
    expect(unknown.body).toMatchObject({ code: "NOT_FOUND" });
  });

  test("returns its own name, leaves, claims and root versions", async () => {
    const query = { creation: CREATION };
    expect((await ofTree(getMetadata, query)).body).toMatchObject({ metadata: { name: "Old" } });
    expect((await ofTree(getLeaves, query)).body).toMatchObject({
      leaves: [{ amount: "70", claimed: "70" }],
    });
    expect((await ofTree(getPayouts, query)).body).toMatchObject({ totalClaimed: "70" });
    expect((await ofTree(getRootVersions, query)).body).toMatchObject([{ version: 2 }, { version: 1 }]);
    expect((await ofTree(getClaims, query)).body).toMatchObject({ total: 1, claims: [{ amount: "70" }] });
    expect((await ofTree(getClaims)).body).toMatchObject({ total: 0 });
  });

  test.each([
    ["a rotation", rotate],
    ["a correction of its metadata", correct],
    ["a cancellation", cancel],
  ])("refuses %s with a code that names the parameter", async (_name, handler) => {
    const { status, body } = await call<{ code: string; details: unknown }>(handler, {
      ...{ params: { treeAddress }, query: { creation: CREATION }, body: {} },
      headers: await signIn(creator, services),
    });
    expect({ status, ...body }).toMatchObject({
      ...{ status: 400, code: "VALIDATION_ERROR" },
      details: [
        {
          path: "creation",
          message: expect.stringContaining("which only GET routes of one campaign accept"),
        },
      ],
    });
  });

  test("is read by the client's creation parameter", async () => {
    const requested: string[] = [];
    const api = new ApiClient({
      baseUrl: "http://localhost",
      attempts: 1,
      fetch: async (url) => {
        requested.push(String(url));
        return new Response("{}", { status: 404 });
      },
    });
    const query = { creation: CREATION };
    await Promise.allSettled([
      ...[api.campaign(treeAddress, query), api.leaves(treeAddress, query), api.claims(treeAddress, query)],
      ...[api.timeline(treeAddress, query), api.payouts(treeAddress, query)],
      ...[api.corrections(treeAddress, query), api.rootVersions(treeAddress, query)],
      ...[
        api.proof(treeAddress, { ...query, beneficiary: address }),
        api.proofs(treeAddress, address, query),
      ],
    ]);
    expect(requested).toHaveLength(9);
    for (const url of requested) expect(new URL(url).searchParams.get("creation")).toBe(CREATION);
  });
});

describe("lists of an address", () => {
  const create = async <Body>(handler: Parameters<typeof call>[0], query = {}) =>
    (await call<Body>(handler, { params: { address }, query })).body;
  type Listed = { treeAddress: string; earlierGeneration: string | null };

  test("distinguish the two campaigns of one tree address", async () => {
    const both = [
      { treeAddress, earlierGeneration: null },
      { treeAddress, earlierGeneration: CREATION },
    ];
    expect(await create<{ campaigns: Listed[] }>(getPortfolio)).toMatchObject({ campaigns: both });
    expect(await create<{ campaigns: Listed[] }>(getProgress)).toMatchObject({ campaigns: both });
    expect(await create<{ events: Listed[] }>(getActivity)).toMatchObject({ events: [both[1]] });
    expect(await create<{ payments: Listed[] }>(getPayments)).toMatchObject({ payments: [both[1]] });
  });

  test("name the earlier campaign in a column of their CSV files", async () => {
    for (const [handler, expected] of [
      [getActivity, [CREATION]],
      [getPayments, [CREATION]],
      [getPortfolio, ["", CREATION]],
    ] as const) {
      const { text } = await call(handler, { params: { address }, query: { format: "csv" } });
      const rows: { earlierGeneration: string }[] = parse(text, { columns: true });
      expect(rows.map(({ earlierGeneration }) => earlierGeneration)).toEqual(expected);
    }
  });

  test("offer claims only of the current campaign", async () => {
    const { claimable, entries } = await readPortfolio(address, 1);
    expect(entries).toHaveLength(2);
    expect(claimable.order).toEqual([treeAddress]);
    expect((await readPortfolio(stranger.address, 1)).total).toBe(0);
  });
});

test("pages read the proof, the changes and the leaves of the displayed generation", async () => {
  const [current, earlier] = [await readCampaign(treeAddress), await readCampaign(treeAddress, CREATION)];
  if (!current || !earlier) throw new Error("A campaign is not there.");
  expect((await readProof(current, "0"))?.leaf.amount).toBe("900");
  expect((await readProof(earlier, "0"))?.leaf.amount).toBe("70");
  expect(await readLeafIndexesOf(earlier, address)).toEqual([0]);
  expect(await readChanges(earlier, { version: 2, page: 1 })).toMatchObject({ total: 0 });
  expect(await readCampaign(treeAddress, "never")).toBeNull();
});
