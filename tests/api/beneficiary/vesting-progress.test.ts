import { beforeEach, expect, test } from "vitest";
import { GET } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { MAX_PROGRESS_CAMPAIGNS } from "@/lib/core/lists/progress-limits";
import { readEnv } from "@/lib/service/env";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, startServices } from "@/tests/support/http";
import { campaignValues, leafValues } from "@/tests/support/rows";

const database = openTestDatabase();
beforeEach(() => {
  startServices({ db: database.db, env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
});

async function allocate(beneficiary: string, count: number): Promise<void> {
  const { db } = database;
  const rows = await db
    .insert(campaigns)
    .values(Array.from({ length: count }, () => campaignValues()))
    .returning();
  const list = { merkleRoot: "00".repeat(32), leafCount: 1, minCliffTime: 0n, version: 1, createdAt: 0n };
  const versions = await db
    .insert(rootVersions)
    .values(rows.map(({ id }) => ({ ...list, campaignId: id })))
    .returning();
  await db.insert(leaves).values(versions.map(({ id }) => leafValues({ beneficiary, rootVersionId: id })));
}

test("says whether an address has more campaigns than the list contains", async () => {
  const { address } = createWallet();
  const read = async () => {
    const path = "/api/beneficiary/:address/vesting-progress";
    const { campaigns: listed, truncated } = (await call<VestingProgress>(GET, { path, params: { address } }))
      .body;
    return { listed: listed.length, truncated };
  };
  await allocate(address, MAX_PROGRESS_CAMPAIGNS);
  expect(await read()).toEqual({ listed: MAX_PROGRESS_CAMPAIGNS, truncated: false });
  await allocate(address, 1);
  expect(await read()).toEqual({ listed: MAX_PROGRESS_CAMPAIGNS, truncated: true });
});
