import { z } from "zod";
import { meantInput } from "@/lib/core/views/meant";
import { otherMethods } from "@/lib/service/http/methods";
import { decimal, i64, releaseType, u64 } from "@/lib/service/http/parameters";
import { route } from "@/lib/service/http/route";
import { simulateVesting } from "@/lib/service/registration/simulate-vesting";

/** Amounts of 0 unlock nothing, here as everywhere. */
const amount = u64.refine((value) => value > 0n, {
  message: "The amount must be more than zero.",
  abort: true,
});
const times = { releaseType: releaseType.optional(), cliffTime: i64.optional(), endTime: i64.optional() };
const body = z.object({
  amount,
  startTime: i64,
  ...times,
  schedule: meantInput.optional().describe("in place of releaseType, cliffTime and endTime"),
  points: z.int().min(2).max(500).optional(),
  at: i64.optional(),
});

const step = { time: decimal, vested: decimal };
const schedule = { releaseType, startTime: decimal, cliffTime: decimal, endTime: decimal };
const response = z.object({
  schedule: z.object(schedule).describe("of a schedule in months: its last leaf, with the first cliff"),
  totalAmount: decimal,
  durationDays: z.number(),
  breakdown: z.array(z.object({ date: z.string(), ...step, cumulative: decimal, percent: z.number() })),
  at: z.object(step).nullable(),
  leaves: z
    .array(z.object({ amount: decimal, ...schedule }))
    .optional()
    .describe("what a schedule in months is composed of"),
  words: z.string().optional().describe("what unlocks when, of a schedule in months"),
});

/** POST /api/simulate-vesting — how an amount would vest under a schedule, by month or at even points. */
export const POST = route({ summary: "Simulate a vesting curve", body, response, limit: 30 }, ({ body }) =>
  simulateVesting(body),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
