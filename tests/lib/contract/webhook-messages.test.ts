import { describe, expect, test } from "vitest";
import { testMessage, toWebhookMessage } from "@/lib/contract/webhook";
import { EVENT_TYPES, type EventData } from "@/lib/core/events/event-types";
import { messageError } from "@/tests/support/documented";

const ADDRESS = "11111111111111111111111111111111";
const ROOT = "ab".repeat(32);
const DATA: EventData = {
  claimed: { beneficiary: ADDRESS, leafIndex: 3, amount: "18446744073709551615", milestoneIdx: null },
  cancelled: { cancelledAt: "1800000000", claimedAtCancel: "5" },
  paused: { paused: false },
  root_updated: { oldRoot: ROOT, newRoot: ROOT, newLeafCount: 2 },
  withdrawn: { amount: "7" },
  milestone_released: { milestoneIdx: 255, releasedBy: ADDRESS },
  stream_cancelled: { cancelledAt: "1800000000", amountToBeneficiary: "1", amountToCreator: "0" },
  instant_refunded: { cancelledAt: "1800000000", refundedTo: ADDRESS, amount: "9" },
};
const POSITION = {
  ...{ signature: "5".repeat(87), slot: 9n, blockTime: 1_800_000_000n, reconstructed: false, eventIndex: 0 },
  ...{ treeAddress: ADDRESS, metadata: { name: "Team" }, verified: true, earlierGeneration: null },
};

describe("a webhook message", () => {
  test.each(EVENT_TYPES)("has exactly the documented fields of the event %s", (type) => {
    const message = toWebhookMessage({ ...POSITION, type, data: DATA[type] });
    expect(messageError(message)).toBeNull();
    const { eventIndex, ...without } = message.data;
    expect(messageError({ ...message, data: without })).toContain("eventIndex");
    expect(messageError({ ...message, data: { ...message.data, more: 1 } })).not.toBeNull();
  });

  test("the message that tests an endpoint has exactly the documented fields", () => {
    expect(messageError(testMessage("ep_1", 1_800_000_000n))).toBeNull();
  });
});
