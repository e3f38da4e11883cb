import { z } from "zod";
import { vestingCurve } from "@/lib/core/vesting/curve";
import { isOrderedSchedule } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { otherMethods } from "@/lib/service/http/methods";
import { decimal, i64, releaseType, u64 } from "@/lib/service/http/parameters";
import { route } from "@/lib/service/http/route";

const schedule = { releaseType, startTime: i64, cliffTime: i64, endTime: i64 };
const body = z
  .object({ amount: u64, ...schedule, points: z.int().min(2).max(500).optional(), at: i64.optional() })
  .refine(isOrderedSchedule, {
    path: ["cliffTime"],
    message: "must not be before startTime or after endTime",
  })
  .refine((of) => of.startTime < of.endTime, { path: ["endTime"], message: "must be after startTime" });

const step = { time: decimal, vested: decimal };
const response = z.object({
  schedule: z.object({ releaseType, startTime: decimal, cliffTime: decimal, endTime: decimal }),
  totalAmount: decimal,
  durationDays: z.number(),
  breakdown: z.array(z.object({ date: z.string(), ...step, cumulative: decimal, percent: z.number() })),
  at: z.object(step).nullable(),
});

/** POST /api/simulate-vesting — how an amount would vest under a schedule, by month or at even points. */
export const POST = route({ summary: "Simulate a vesting curve", body, response, limit: 30 }, ({ body }) => {
  const { releaseType, startTime, cliffTime, endTime, at } = body;
  const vested = at === undefined ? null : vestedAmount(body, { now: at, cancelledAt: null });
  return {
    schedule: { releaseType, startTime, cliffTime, endTime },
    ...vestingCurve(body),
    at: vested === null ? null : { time: at, vested },
  };
});

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
