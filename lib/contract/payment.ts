import { z } from "zod";
import { PAYMENT_KINDS, type PaymentKind } from "@/lib/core/events/event-types";
import { eventEnvelope, eventOrigin } from "./event";
import { addressText, baseUnits, mint, nextCursor } from "./wire";

/** GET /api/activity/:address/payments: newest first. */
export const paymentsPage = z
  .object({
    address: addressText.describe("the address that was asked for, base58"),
    payments: z
      .array(
        z
          .object({
            kind: z
              .enum(PAYMENT_KINDS)
              .describe("a claim, its part of a cancelled stream, or what came back to a creator"),
            ...eventOrigin.shape,
            mint,
            amount: baseUnits("what was paid"),
            priceUsd: z
              .number()
              .nullable()
              .describe(
                "US dollars for one whole token within that hour, where the service read a price then",
              ),
            leafIndex: z.number().int().nullable().describe("of a claim, from 0; else null"),
            milestoneIdx: z.number().int().nullable().describe("of a milestone's claim, 0 to 255; else null"),
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
  slot: bigint;
  blockTime: bigint;
  reconstructed: boolean;
};

export const toPaymentView = ({
  metadata,
  ...payment
}: PaymentRow): z.infer<typeof paymentsPage>["payments"][number] => ({
  ...payment,
  campaignName: metadata?.name ?? null,
  amount: payment.amount.toString(),
  slot: payment.slot.toString(),
  blockTime: payment.blockTime.toString(),
});
