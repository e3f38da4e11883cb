import { expect, onTestFinished, test } from "vitest";
import { lockSecondIndex } from "@/db/maintenance/reindex-lock";
import { LONG } from "@/ledger/tests/support/long";
import { startCommand } from "@/tests/fault/support/processes";
import { createServerDatabase } from "@/tests/support/database";

const server = process.env.TEST_DATABASE_URL;

test.runIf(server)(
  "vesting-index reindex refuses to run beside another one of the same database",
  LONG,
  async () => {
    const { url, drop } = await createServerDatabase(server ?? "");
    onTestFinished(drop);
    const unlock = await lockSecondIndex(url);
    expect(await lockSecondIndex(url)).toBeNull();
    const { code, output } = await (await startCommand(["reindex", "--json"], { DATABASE_URL: url })).ended;
    expect(output).toContain("Another reindex of this database is running");
    expect(code).toBe(1);
    await unlock?.();
    const again = await lockSecondIndex(url);
    expect(again).not.toBeNull();
    await again?.();
  },
);
