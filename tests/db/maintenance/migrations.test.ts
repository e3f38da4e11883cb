import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import * as schema from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { withMigrations } from "@/tests/load/service/half-migrated";
import { addCampaign, envelopeValues } from "@/tests/support/rows";

test("the migrations produce the schema", async () => {
  const newest = readdirSync("drizzle/meta")
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  const shipped = JSON.parse(readFileSync(`drizzle/meta/${newest}`, "utf8"));
  const current = generateDrizzleJson(schema, shipped.id);
  expect(await generateMigration(shipped, current)).toEqual([]);
});

test(
  "proofs stored as JSON text become the same numbers as bytes",
  async () => {
    const client = await PGlite.create();
    const db = drizzle(client, { schema });
    await withMigrations(11, (migrationsFolder) => migrate(db, { migrationsFolder }));
    const byte = (at: number) => (at * 37) % 256;
    const proofs = [0, 1, 17].map((levels) =>
      Array.from({ length: levels }, (_, level) =>
        Array.from({ length: 32 }, (_, at) => byte(level * 32 + at)),
      ),
    );
    await client.query(
      "insert into root_versions (merkle_root, leaf_count, min_cliff_time, version, created_at) values ('', 3, 0, 1, 0)",
    );
    for (const [index, proof] of proofs.entries()) {
      // Some writers put spaces between numbers.
      const text = index % 2 ? JSON.stringify(proof, null, 1) : JSON.stringify(proof);
      await client.query(
        `insert into leaves (root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time,
        proof) values (1, $1, 'ada', 1, 0, 0, 0, 0, $2::text::json)`,
        [index, text],
      );
    }
    await migrate(db, { migrationsFolder: "drizzle" });
    const rows = await db
      .select({ proof: schema.leaves.proof })
      .from(schema.leaves)
      .orderBy(schema.leaves.leafIndex);
    expect(rows.map(({ proof }) => proof)).toEqual(proofs);
    await client.close();
  },
  LONG.timeout,
);

test(
  "totals of accounts lose the settlement of a stream, and totals of claims stay",
  async () => {
    const client = await PGlite.create();
    const db = drizzle(client);
    await withMigrations(31, (migrationsFolder) => migrate(db, { migrationsFolder }));
    const settled = { settled: true, settledAmount: 30n, claimedSum: 20n };
    const totals = [50n, 20n, 2n ** 64n - 1n];
    const rows = await Promise.all(
      totals.map((totalClaimed) => addCampaign(db as unknown as Database, { ...settled, totalClaimed })),
    );
    const fromClaims = await addCampaign(db as unknown as Database, { ...settled, totalClaimed: 50n });
    for (const { id, treeAddress, totalClaimed } of rows) {
      const at = { ...envelopeValues(id), slot: 5n, cancelledAt: 1n };
      await db
        .insert(schema.streamCancelEvents)
        .values({ ...at, amountToBeneficiary: 30n, amountToCreator: 1n });
      const state = {
        merkleRoot: "",
        leafCount: 1,
        paused: false,
        instantRefunded: false,
        releasedMilestones: [],
      };
      const account = {
        treeAddress,
        slot: 5n,
        ...state,
        totalClaimed: totalClaimed === 20n ? 50n : totalClaimed,
      };
      await db.insert(schema.accountSnapshots).values(account);
    }
    await migrate(db, { migrationsFolder: "drizzle" });
    const { totalClaimed, claimsComplete } = schema.campaigns;
    expect(
      await db.select({ totalClaimed, claimsComplete }).from(schema.campaigns).orderBy(schema.campaigns.id),
    ).toEqual([
      { totalClaimed: 20n, claimsComplete: true },
      { totalClaimed: 20n, claimsComplete: true },
      { totalClaimed: 2n ** 64n - 31n, claimsComplete: false },
      { totalClaimed: fromClaims.totalClaimed, claimsComplete: false },
    ]);
    await client.close();
  },
  LONG.timeout,
);
