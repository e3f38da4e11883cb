import { beforeEach, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { readEnv } from "@/lib/service/env";
import {
  RECIPIENTS_PER_PAGE,
  readStatementChoice,
  readStatementPage,
} from "@/lib/service/statement/statement-page";
import { openTestDatabase } from "@/tests/support/database";
import { createWallet, startServices } from "@/tests/support/http";
import { NOW, storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();
const env = readEnv({ LOG_LEVEL: "silent" });
const startAt = (now: bigint) => startServices({ db: database.db, now: () => now, env });
beforeEach(async () => void (await database.db.delete(campaigns)));

describe("readStatementPage", () => {
  test.each([undefined, new Date(Number(NOW) * 1000).toISOString().slice(0, 10)])(
    "keeps the date of the first page with the day %s",
    async (date) => {
      const leaves = Array.from({ length: RECIPIENTS_PER_PAGE + 1 }, () => ({
        beneficiary: createWallet().address,
      }));
      const { treeAddress } = await storeCampaign(database.db, { leaves });
      const getPage = async (cursor: string | undefined) => {
        const choice = await readStatementChoice({ date, withheld: undefined });
        return readStatementPage(choice, { treeAddress, creation: undefined, cursor });
      };
      startAt(NOW);
      const first = await getPage(undefined);
      startAt(NOW + 500n);
      const second = await getPage(first?.nextCursor ?? "");
      expect(second).toMatchObject({ at: NOW.toString(), totals: first?.totals });
      expect(second?.recipients).toHaveLength(1);
      expect(await getPage("nonsense")).toBeNull();
    },
  );
});
