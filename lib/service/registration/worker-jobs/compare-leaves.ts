import type { PaidTwice } from "@/db/schema";
import type { ErrorDetail, Refusal } from "@/lib/core/errors";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { checkLeaves, type LeavesCheck, type MovedRecipient } from "@/lib/core/vesting/rotation/check-leaves";
import { type Bytes, unpackPayouts } from "./packed-leaves";

/** Maximum recipients that an error or a campaign lists; their number is returned separately. */
const MAX_NAMED = 100;

/** The effects of a rotation's leaves on recipients with leaves or claims under earlier roots. */
export type RotationEffects = {
  /** The reason to reject the rotation, unless its root is already on chain. */
  refusal: Refusal | null;
  /** Recipients that can be paid twice after the rotation; amounts are decimal strings. */
  paidTwice: PaidTwice | null;
};

/**
 * Compares the leaves of a rotation with the leaves that they replace and with all payouts of the campaign.
 */
export async function compareLeaves(input: {
  before: Bytes | null;
  after: Bytes;
  payouts: Bytes;
}): Promise<RotationEffects> {
  const before = input.before ? [...new LeafList(input.before)] : [];
  const after = [...new LeafList(input.after)];
  const check = await checkLeaves({ before, after, payouts: unpackPayouts(input.payouts) });
  return { refusal: movedRefusal(check) ?? belowRefusal(check), paidTwice: paidTwice(check.moved) };
}

function movedRefusal({ moved }: LeavesCheck): Refusal | null {
  if (moved.length === 0) return null;
  const who = moved.length === 1 ? "1 recipient is" : `${moved.length} recipients are`;
  return {
    code: "RECIPIENT_MOVED",
    message: `${who} assigned to another leaf, so the program could pay the claimed amounts again. Prepare the leaves with treeAddress to keep the leaf of every recipient.`,
    details: moved.slice(0, MAX_NAMED).map(movedDetail),
  };
}

const movedDetail = ({ beneficiary, from, to, again }: MovedRecipient): ErrorDetail => ({
  path: `leaves.${to[0]}.leafIndex`,
  message:
    again > 0n
      ? `${beneficiary} could be paid ${again} again.`
      : `${beneficiary} must keep leaf ${from.join(", ")}.`,
  beneficiary,
  from: from.join(","),
  to: to.join(","),
  again: again.toString(),
});

function belowRefusal({ belowClaimed }: LeavesCheck): Refusal | null {
  if (belowClaimed.length === 0) return null;
  const which = belowClaimed.length === 1 ? "1 leaf is" : `${belowClaimed.length} leaves are`;
  return {
    code: "BELOW_CLAIMED",
    message: `${which} below the claimed amount. Allocate at least the claimed amount.`,
    details: belowClaimed.slice(0, MAX_NAMED).map(({ leafIndex, beneficiary, amount, claimed }) => ({
      path: `leaves.${leafIndex}.amount`,
      message: `${beneficiary} has claimed ${claimed} from it.`,
      beneficiary,
      amount: amount.toString(),
      claimed: claimed.toString(),
    })),
  };
}

function paidTwice(moved: readonly MovedRecipient[]): RotationEffects["paidTwice"] {
  const again = moved.filter((recipient) => recipient.again > 0n);
  if (again.length === 0) return null;
  return {
    count: again.length,
    amount: again.reduce((sum, recipient) => sum + recipient.again, 0n).toString(),
    recipients: again.slice(0, MAX_NAMED).map(({ beneficiary, again }) => ({
      beneficiary,
      amount: again.toString(),
    })),
  };
}
