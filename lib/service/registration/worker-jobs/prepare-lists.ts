import { LeafList } from "@/lib/core/merkle/leaf-list";
import { summarizeAmounts } from "@/lib/core/recipients/mint-warnings";
import { offCurveWarnings } from "@/lib/core/recipients/off-curve-recipients";
import { distinctRecipients } from "@/lib/core/recipients/recipient-accounts";
import {
  findRecipientErrorsInChunks,
  type Recipient,
  recipientWarnings,
} from "@/lib/core/recipients/recipients";
import { findUnclaimable, type OwnAddresses } from "@/lib/core/recipients/unclaimable";
import { validationError } from "@/lib/core/validation";
import { rotationDifference } from "@/lib/core/vesting/rotation/difference";
import { planRotation } from "@/lib/core/vesting/rotation/plan-rotation";
import { type RotationError, rotationErrorSentence } from "@/lib/core/vesting/rotation/rotation-errors";
import { MAX_LOOKUPS } from "@/lib/service/registration/account-checks";
import { type FieldError, MAX_ERRORS } from "@/lib/service/registration/leaf-reader";
import { type GivenRecipients, unpackRecipients } from "@/lib/service/registration/leaves";
import { prepareLeaves, prepareTree } from "@/lib/service/registration/prepare";
import { type Bytes, packLeaves, unpackPayouts } from "./packed-leaves";

/** Validates the recipients and builds their tree; `errors` are errors found outside the list. */
export async function prepareList({
  list,
  errors: others,
  ...own
}: OwnAddresses & { list: GivenRecipients; errors: FieldError[] }) {
  const recipients = unpackRecipients(list);
  const errors = [
    ...others,
    ...(await findListErrors(recipients, list)),
    ...unclaimableErrors(recipients, list, own),
  ];
  if (errors.length > 0) throw validationError(errors);
  const { leaves: _, ...prepared } = await prepareTree(recipients);
  const lookup = createLookup(recipients, list);
  return { ...prepared, leaves: list.leaves, warnings: getWarnings(recipients), lookup };
}

/**
 * Returns the part of a list that is looked up on the network afterwards; `paths` are the request fields of
 * the addresses.
 */
function createLookup(recipients: Recipient[], list: GivenRecipients) {
  const { positions, total } = distinctRecipients(recipients, MAX_LOOKUPS);
  const paths = [...positions.values()].map((indexes) => [
    ...new Set(indexes.map((index) => buildPath(list, index, "beneficiary"))),
  ]);
  return { addresses: [...positions.keys()], paths, total, amounts: summarizeAmounts(recipients, "base") };
}

const getWarnings = (recipients: Recipient[]) => [
  ...recipientWarnings(recipients),
  ...offCurveWarnings(recipients),
];

/** Returns the recipients that can never sign a claim, once per item. */
function unclaimableErrors(recipients: Recipient[], list: GivenRecipients, own: OwnAddresses): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const { index, message } of findUnclaimable(recipients, own)) {
    const path = buildPath(list, index, "beneficiary");
    errors.set(path, { path, message });
    if (errors.size >= MAX_ERRORS) break;
  }
  return [...errors.values()];
}

async function findListErrors(recipients: Recipient[], list: GivenRecipients) {
  const errors = (await findRecipientErrorsInChunks(recipients)).map(({ index, field, message }) => ({
    path: buildPath(list, index, field),
    message,
  }));
  if (list.items === null) return errors;
  // All leaves of one item may have the same error.
  return [...new Map(errors.map((error) => [`${error.path} ${error.message}`, error])).values()];
}

/** Returns the path of the request field from which a leaf was made. */
const buildPath = ({ items }: GivenRecipients, index: number | null, field: string | null) =>
  ["recipients", index === null ? null : (items?.[index] ?? index), field]
    .filter((part) => part !== null)
    .join(".");

/** Builds the tree of a rotation from a campaign's current leaves and payouts. */
export async function prepareReplacement(input: {
  list: GivenRecipients;
  current: Bytes;
  payouts: Bytes;
  totalSupply: bigint;
  own: OwnAddresses;
}) {
  const recipients = unpackRecipients(input.list);
  const errors = await findRecipientErrorsInChunks(recipients, { isRotation: true });
  const state = {
    leaves: [...new LeafList(input.current)],
    payouts: unpackPayouts(input.payouts),
    totalSupply: input.totalSupply,
    own: input.own,
  };
  const plan = await planRotation(state, recipients);
  refuseListErrors(input.list, [
    ...errors.map(({ index, ...error }) => ({ position: index, ...error })),
    ...plan.errors.map(worded),
  ]);
  const { allocated, paidToGone } = plan;
  const { payouts } = state;
  const { changes } = await rotationDifference({ before: state.leaves, after: plan.leaves, payouts });
  const raised = new Set(
    changes.flatMap(({ beneficiary, before, after }) => (after > before ? [beneficiary] : [])),
  );
  const { leaves, ...prepared } = await prepareLeaves(plan.leaves);
  return {
    ...prepared,
    leaves: await packLeaves(leaves),
    plan: { allocated, paidToGone },
    /** Addresses that get more than before. */
    raised,
    lookup: createLookup(recipients, input.list),
    warnings: [...unclaimableWarnings(recipients, input.own), ...getWarnings(recipients)],
  };
}

/** Returns warnings for recipients that can never claim and whose amount the rotation does not raise. */
const unclaimableWarnings = (recipients: Recipient[], own: OwnAddresses) =>
  [...findUnclaimable(recipients, own)]
    .slice(0, MAX_ERRORS)
    .map(({ index, message }) => `Recipient ${index}: ${message}`);

/** Amounts are in base units, as in the request. */
const worded = ({ position, field, ...error }: RotationError) => ({
  position,
  field,
  message: rotationErrorSentence({ position, field, ...error } as RotationError, (amount) =>
    amount.toString(),
  ),
});

function refuseListErrors(
  list: GivenRecipients,
  errors: { position: number | null; field: string | null; message: string }[],
): void {
  if (errors.length === 0) return;
  throw validationError(
    errors.slice(0, MAX_ERRORS).map(({ position, field, message }) => ({
      path: buildPath(list, position, field),
      message,
    })),
  );
}
