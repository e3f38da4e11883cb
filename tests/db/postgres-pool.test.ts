import { describe, expect, test } from "vitest";
import { PostgresPool } from "@/db/postgres-pool";
import { LONG } from "@/ledger/tests/support/long";

const server = process.env.TEST_DATABASE_URL;

const IDLE_MS = 50;
const REPETITIONS = 45;

describe.runIf(server)("the connection pool", () => {
  test("does not report a connection that closes because it was unused as a failure of the database", {
    timeout: LONG.timeout,
  }, async () => {
    const failures: unknown[] = [];
    const pool = new PostgresPool({
      url: server ?? "",
      max: 5,
      driver: { idle_timeout: IDLE_MS / 1000 },
      onFailure: (cause) => failures.push(cause),
    });
    for (let index = 0; index < REPETITIONS; index++) {
      const statements = Array.from({ length: 1 + (index % 5) }, (_, position) =>
        pool.run({ text: "select $1::int", params: [position], wantsValues: true }),
      );
      expect(await Promise.all(statements)).toHaveLength(statements.length);
      // The next statements begin at about the time at which the connections close.
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS - 4 + (index % 9)));
    }
    expect(failures).toEqual([]);
    await pool.close();
  });
});
