import { describe, expect, it } from "vitest";
import { toPayments } from "@/components/claim/use-claim-history";

const claim = (signature: string, amount: string, blockTime: string) => ({
  ...{ signature, amount, blockTime, beneficiary: "ada", leafIndex: 0, milestoneIdx: null },
  ...{ totalClaimedByUser: "0", totalClaimedOverall: "0", slot: "1", reconstructed: false },
});
const CLAIMS = [claim("second", "5", "20"), claim("second", "7", "20"), claim("first", "3", "10")];

describe("toPayments", () => {
  it("adds up the claims of one transaction", () => {
    expect(toPayments(CLAIMS)).toEqual([
      { signature: "second", amount: 12n, at: 20n },
      { signature: "first", amount: 3n, at: 10n },
    ]);
  });
});
