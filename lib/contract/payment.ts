import * as z from "zod";
import { PAYMENT_KINDS, type PaymentKind } from "@/lib/core/events/event-types";
import { eventEnvelope, eventOrigin } from "./event";
import { addressText, baseUnits, mint, nextCursor } from "./field-schemas";

/** GET /api/activity/:address/payments: newest first. */
export const paymentsPage = z
  .object({
    address: addressText.describe("the requested address, base58"),
    payments: z
      .array(
        z
          .object({
            kind: z
              .enum(PAYMENT_KINDS)
              .describe("a claim, the recipient's part of a cancelled stream, or a return to a creator"),
            ...eventOrigin.shape,
            mint,
            amount: baseUnits("amount paid"),
            priceUsd: z
              .number()
              .nullable()
              .describe("US dollars per whole token in that hour, if the service stored a price"),
            leafIndex: z.number().int().nullable().describe("leaf index of a claim, from 0; otherwise null"),
            milestoneIdx: z
              .number()
              .int()
              .nullable()
              .describe("milestone number of a milestone claim, 0 to 255; otherwise null"),
            ...eventEnvelope,
          })
          .meta({ id: "Payment" }),
      )
      .describe("newest first"),
    nextCursor,
  })
  .meta({ id: "PaymentPage" });

/** A stored payment, as far as its view needs it. */
export type PaymentRow = {
  kind: PaymentKind;
  treeAddress: string;
  metadata: { name?: string } | null;
  verified: boolean;
  earlierGeneration: string | null;
  mint: string;
  amount: bigint;
  priceUsd: number | null;
  leafIndex: number | null;
  milestoneIdx: number | null;
  signature: string;
  /** The index of the event among the program's events of its transaction. */
  eventIndex: number;
  slot: bigint;
  blockTime: bigint;
  reconstructed: boolean;
};

export const toPaymentView = ({
  metadata,
  eventIndex: _,
  ...payment
}: PaymentRow): z.infer<typeof paymentsPage>["payments"][number] => ({
  ...payment,
  campaignName: metadata?.name ?? null,
  amount: payment.amount.toString(),
  slot: payment.slot.toString(),
  blockTime: payment.blockTime.toString(),
});
