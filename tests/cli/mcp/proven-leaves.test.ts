import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { LONG } from "@/ledger/tests/support/long";
import { MAX_LEAF_PROOFS } from "@/lib/contract/response-proof";
import { type ClaimSetting, startClaimSetting } from "./support/claim-setup";

const count = z.number();
const leaf = z.object({ leafIndex: count, proofVerified: z.literal(true) });
const portfolio = z.object({ campaigns: z.array(z.object({ leaves: z.array(leaf), totalLeaves: count })) });
const leafPage = z.object({ leaves: z.array(leaf), totalLeaves: count, nextOffset: count.nullable() });

/** Repeats the leaves of a list up to the number that the service returns at most. */
const repeated = <T>(leaves: readonly T[]): T[] =>
  Array.from({ length: MAX_LEAF_PROOFS }, (_, at) => leaves[at % leaves.length]).flatMap(
    (item) => item ?? [],
  );

const listed = z.looseObject({ leaves: z.array(z.unknown()) });

let setting: ClaimSetting;
beforeAll(async () => {
  setting = await startClaimSetting();
  setting.service.lie = (body) => ({
    ...body,
    ...(body.leaves && { leaves: repeated(body.leaves) }),
    ...(body.campaigns && {
      campaigns: body.campaigns.map((item) => {
        const campaign = listed.parse(item);
        return { ...campaign, leaves: repeated(campaign.leaves) };
      }),
    }),
  });
}, LONG.timeout);
afterAll(() => setting.close());

describe("a wallet that a stranger lists as often as the service returns", () => {
  test("has a portfolio with the first leaves of each campaign and their number", LONG, async () => {
    const { campaigns } = portfolio.parse(
      await setting.agent.call("get_portfolio", { address: setting.account }),
    );
    expect(campaigns.map(({ leaves, totalLeaves }) => [leaves.length, totalLeaves])).toEqual([
      [10, MAX_LEAF_PROOFS],
    ]);
  });

  test.each(["get_proof", "explain_claim"])("has pages of leaves in %s", LONG, async (tool) => {
    const { treeAddress, account: beneficiary } = setting;
    const pageAt = async (offset: number) => {
      const answer = await setting.agent.call(tool, { treeAddress, beneficiary, offset });
      const { leaves, totalLeaves, nextOffset } = leafPage.parse(answer);
      return [leaves.length, totalLeaves, nextOffset];
    };
    expect(await pageAt(0)).toEqual([40, MAX_LEAF_PROOFS, 40]);
    expect(await pageAt(980)).toEqual([20, MAX_LEAF_PROOFS, null]);
  });
});
