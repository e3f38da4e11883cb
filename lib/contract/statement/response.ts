import * as z from "zod";
import { LIFECYCLE_STATUSES } from "@/lib/core/vesting/lifecycle";
import { asOfView } from "../campaign";
import {
  addressText,
  baseUnits,
  integerText,
  mint,
  nextCursor,
  rootText,
  treeAddress,
} from "../field-schemas";

const amount = baseUnits("amount");

export const statementAmountFields = {
  granted: amount,
  vested: amount,
  claimed: amount,
  unvested: amount,
  forfeited: amount,
  outstanding: amount,
  withheld: amount.nullable(),
};

export const statementRecipientFields = {
  beneficiary: addressText,
  ...statementAmountFields,
  category: z.string().nullable().optional(),
  note: z.string().nullable().optional(),
  readable: z.boolean().optional(),
};

/** The totals of the recipients with one category of the creator's labels. */
export const categoryTotalFields = {
  category: z.string().nullable(),
  readable: z.boolean(),
  recipients: z.number().int(),
  ...statementAmountFields,
};

export const statementTotalFields = {
  recipients: z.number().int(),
  supply: amount,
  unallocated: amount,
  ...statementAmountFields,
  unattributed: amount,
};

export const statementFields = {
  ...{ treeAddress, mint },
  decimals: z.number().int().nullable(),
  at: integerText,
  status: z.enum([...LIFECYCLE_STATUSES, "not_created"]),
  cancelledAt: integerText.nullable(),
  merkleRoot: rootText,
  rootRegistered: z.boolean(),
  totals: z.object(statementTotalFields),
  recipients: z.array(z.object(statementRecipientFields)),
  categories: z.array(z.object(categoryTotalFields)).optional(),
  nextCursor,
  asOf: asOfView,
};

/** The response of GET …/statement for clients, which do not need the descriptions of `statementView`. */
export const statementAnswer = z.object(statementFields);
