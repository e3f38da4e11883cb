import { z } from "zod";
import { isAddress } from "@/lib/core/solana/addresses";
import { i64, u64 } from "./answer-json";

/** The shapes of the answers that the service reads. Everything in them is untrusted until it has passed here. */

const address = z.string().refine(isAddress, "not an address");
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, "not a signature");
const blockhash = address;
const context = z.object({ slot: u64 });
/** A block's transactions are counted in thousands; columns hold 31 bits. */
const transactionIndex = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullish();
const transactionError = z.union([z.string(), z.record(z.string(), z.unknown())]).nullable();

export const slotAnswer = u64;
export const genesisAnswer = blockhash;
export const healthAnswer = z.literal("ok");

export const signaturesAnswer = z.array(
  z.object({
    signature,
    slot: u64,
    err: transactionError,
    blockTime: i64.nullish(),
    confirmationStatus: z.string().nullish(),
    transactionIndex,
  }),
);

export const accountsAnswer = z.object({
  context,
  value: z.array(
    z
      .object({
        owner: address,
        lamports: u64,
        data: z.tuple([z.base64(), z.literal("base64")]),
      })
      .nullable(),
  ),
});

export const blockhashAnswer = z.object({
  context,
  value: z.object({ blockhash, lastValidBlockHeight: u64 }),
});

export const simulationAnswer = z.object({
  context,
  value: z.object({
    err: transactionError,
    logs: z.array(z.string()).nullable(),
    unitsConsumed: u64.nullish(),
  }),
});

export const statusesAnswer = z.object({
  context,
  value: z.array(
    z.object({ slot: u64, err: transactionError, confirmationStatus: z.string().nullish() }).nullable(),
  ),
});

export const blockSignaturesAnswer = z.object({ signatures: z.array(signature) }).nullable();

export const transactionAnswer = z
  .object({
    slot: u64,
    blockTime: i64.nullish(),
    transactionIndex,
    version: z.union([z.literal("legacy"), z.int().min(0)]).optional(),
    transaction: z.object({
      signatures: z.array(signature).min(1),
      message: z.object({ accountKeys: z.array(address) }),
    }),
    meta: z
      .object({
        err: transactionError,
        logMessages: z.array(z.string()).nullish(),
        loadedAddresses: z.object({ writable: z.array(address), readonly: z.array(address) }).nullish(),
      })
      .nullable(),
  })
  .nullable();
