"use client";

import { useEffect, useState } from "react";
import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { findNumber, leafIndexAt, type Sheet } from "@/components/sheet/sheet";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { CellErrors } from "@/lib/core/recipients/row-reader";
import { type RotationDifference, rotationDifference } from "@/lib/core/vesting/rotation/difference";
import { planRotation, type RotationPlan } from "@/lib/core/vesting/rotation/plan-rotation";
import { rotationErrorSentence } from "@/lib/core/vesting/rotation/rotation-errors";
import type { CurrentAllocations } from "./current-allocations";
import { findRowChanges, type RowChanges } from "./row-changes";

/** The result of the edited list. */
export type PlannedRotation = {
  plan: RotationPlan;
  difference: RotationDifference;
  /** Errors of the rows, of their leaves and of amounts below the claims, by line. */
  errors: ReadonlyMap<number, CellErrors>;
  /** An error of the whole list. */
  listError: string | null;
  /** The claimed amount of each row, by line. Rows without claims are missing. */
  claimed: ReadonlyMap<number, bigint>;
  changes: RowChanges;
};

type RotationPlanInput = {
  current: CurrentAllocations;
  sheet: Sheet;
  checked: CheckedSheet | null;
  totalSupply: bigint;
  token: Token;
  t: Translator;
};

/** Returns the leaves of a checked list and their changes, or null before the first plan. */
export function useRotationPlan({
  current,
  sheet,
  checked,
  totalSupply,
  token,
}: Omit<RotationPlanInput, "t">) {
  const t = useTranslator();
  const [last, setLast] = useState<
    Pick<RotationPlanInput, "checked" | "current"> & { planned: PlannedRotation }
  >();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (!checked) return;
    let isStale = false;
    plan({ current, sheet, checked, totalSupply, token, t })
      .then((planned) => !isStale && setLast({ checked, current, planned }))
      .catch((error: unknown) => !isStale && setFailure(error));
    return () => {
      isStale = true;
    };
  }, [current, sheet, checked, totalSupply, token, t]);
  if (failure) throw failure;
  return {
    planned: last?.planned ?? null,
    isCurrent: last?.checked === checked && last?.current === current,
  };
}

async function plan(input: RotationPlanInput & { checked: CheckedSheet }): Promise<PlannedRotation> {
  const { current, sheet, checked, totalSupply, token, t } = input;
  const { leaves: before, payouts } = current;
  const getLeafIndex = (line: number) => {
    const number = findNumber(sheet, line);
    return number === undefined ? undefined : leafIndexAt(sheet, number);
  };
  const wanted = Array.from(checked.recipients, (recipient) => ({
    ...recipient,
    leafIndex: getLeafIndex(recipient.row ?? 0),
  }));
  const own = { mint: token.mint };
  const plan = await planRotation({ leaves: before, payouts, totalSupply, own }, wanted);
  const difference = await rotationDifference({ before, after: plan.leaves, payouts });
  const amountText = (amount: bigint) => `${formatAmount(amount, token.decimals, t)} ${token.unit}`;
  const errors = new Map(checked.errors);
  let listError = checked.listError;
  for (const error of plan.errors) {
    const line = error.position === null ? undefined : wanted[error.position]?.row;
    const sentence = rotationErrorSentence(error, amountText, t);
    if (line === undefined) listError ??= sentence;
    else errors.set(line, { [error.field ?? "row"]: sentence, ...errors.get(line) });
  }
  const claimed = new Map<number, bigint>();
  for (const [position, leafIndex] of plan.leafIndexes.entries()) {
    const leaf = plan.leaves[leafIndex];
    const paid = leaf ? payouts.of(leaf) : 0n;
    if (paid > 0n) claimed.set(wanted[position]?.row ?? 0, paid);
  }
  const changes = await findRowChanges({ current, sheet, wanted, plan, errors });
  return { plan, difference, errors, listError, claimed, changes };
}
