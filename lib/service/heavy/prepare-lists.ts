import { type Recipient, recipientFaultsInPieces, recipientWarnings } from "@/lib/core/recipients/recipients";
import { faultSentence, type RotationFault } from "@/lib/core/vesting/rotation/faults";
import { planRotation } from "@/lib/core/vesting/rotation/plan-rotation";
import { validationError } from "@/lib/service/http/input";
import { type FieldFault, MAX_FAULTS } from "@/lib/service/registration/leaf-reader";
import { type GivenList, readRecipients } from "@/lib/service/registration/leaves";
import { prepareLeaves, prepareTree } from "@/lib/service/registration/prepare";
import { leavesOf, type PackedLeaves, packLeaves, toPayouts } from "./packed-leaves";

/** The tree of recipients without a fault, `faults` being those found beside the list. */
export async function prepareList({ list, faults: others }: { list: GivenList; faults: FieldFault[] }) {
  const recipients = await readRecipients(list);
  const faults = [...others, ...(await listFaults(recipients))];
  if (faults.length > 0) throw validationError(faults);
  const { leaves, ...prepared } = await prepareTree(recipients);
  return { ...prepared, leaves: await packLeaves(leaves), warnings: recipientWarnings(recipients) };
}

const listFaults = async (recipients: Recipient[]) =>
  (await recipientFaultsInPieces(recipients)).map(({ index, field, message }) => ({
    path: ["recipients", index, field].filter((part) => part !== null).join("."),
    message,
  }));

/** The tree of a rotation of what a campaign has and has paid. */
export async function prepareReplacement(of: {
  list: GivenList;
  current: PackedLeaves;
  payouts: PackedLeaves;
  totalSupply: bigint;
}) {
  const recipients = await readRecipients(of.list);
  const faults = await recipientFaultsInPieces(recipients, { isRotation: true });
  const state = {
    leaves: await leavesOf(of.current),
    payouts: toPayouts(of.payouts),
    totalSupply: of.totalSupply,
  };
  const plan = await planRotation(state, recipients);
  refuseFaults([
    ...faults.map(({ index, ...fault }) => ({ position: index, ...fault })),
    ...plan.faults.map(worded),
  ]);
  const { allocated, paidToGone } = plan;
  const { leaves, ...prepared } = await prepareLeaves(plan.leaves);
  return {
    ...prepared,
    leaves: await packLeaves(leaves),
    plan: { allocated, paidToGone },
    warnings: recipientWarnings(recipients),
  };
}

/** Amounts are base units here, as in the request. */
const worded = ({ position, field, ...fault }: RotationFault) => ({
  position,
  field,
  message: faultSentence({ position, field, ...fault } as RotationFault, (amount) => amount.toString()),
});

function refuseFaults(faults: { position: number | null; field: string | null; message: string }[]): void {
  if (faults.length === 0) return;
  throw validationError(
    faults.slice(0, MAX_FAULTS).map(({ position, field, message }) => ({
      path: ["recipients", position, field].filter((part) => part !== null).join("."),
      message,
    })),
  );
}
