import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/route";
import { GET } from "@/app/api/roots/[merkleRoot]/proofs/[beneficiary]/route";
import { rootVersions } from "@/db/schema";
import type { RootProofsView } from "@/lib/contract/leaf";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { getRegistration, someRecipients } from "@/tests/support/registration";
import { addCampaign, addLeaf, addRootVersion } from "@/tests/support/rows";

const database = openTestDatabase();
let services: Services;
beforeAll(() => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  services = startServices({ db: database.db, env, ...fixedClock(1_700_000_050_000) });
});

const query = (merkleRoot: string, beneficiary: string) =>
  call<RootProofsView & { code: string }>(GET, {
    path: "/api/roots/:merkleRoot/proofs/:beneficiary",
    params: { merkleRoot, beneficiary },
  });

test("returns every leaf of a beneficiary with proofs that lead to the root, and allows caching", async () => {
  const creator = createWallet();
  const [first, second, ...rest] = someRecipients(9);
  if (!first || !second) throw new Error("There are nine recipients.");
  const recipients = [first, { ...second, beneficiary: first.beneficiary }, ...rest];
  const body = await getRegistration(creator, { recipients });
  const path = "/api/campaigns";
  expect((await call(POST, { path, body, headers: await signIn(creator, services) })).status).toBe(201);
  const { merkleRoot } = body;
  const answer = await query(merkleRoot, first.beneficiary);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const { leaves, ...others } = answer.body;
  expect(others).toEqual({ merkleRoot, beneficiary: first.beneficiary, leafCount: 9 });
  expect(leaves.map(({ leaf }) => leaf.leafIndex)).toEqual([0, 1]);
  for (const { leaf, proof } of leaves) {
    const given = { leaf: toLeaf(leaf), proof: toProofBytes(proof), root: merkleRoot, leafCount: 9 };
    expect(await verifyProof(given)).toBe(true);
  }
});

test("forbids caching of a missing proof, because it may exist later", async () => {
  const { address } = createWallet();
  const merkleRoot = "5a".repeat(32);
  const missing = await query(merkleRoot, address);
  expect(missing).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  expect(missing.headers.get("cache-control")).toBe("no-store");
  // Leaves that are still being stored or deleted belong to no campaign.
  const { db } = database;
  const { id } = await addRootVersion(db, {
    campaignId: (await addCampaign(db)).id,
    merkleRoot,
    leafCount: 1,
  });
  await addLeaf(db, { rootVersionId: id, beneficiary: address });
  await db.update(rootVersions).set({ campaignId: null }).where(eq(rootVersions.id, id));
  expect((await query(merkleRoot, address)).status).toBe(404);
});
