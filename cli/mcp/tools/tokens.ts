import * as z from "zod";
import { baseUnits, mintAddress, seconds } from "@/cli/mcp/arguments";
import type { AgentContext } from "@/cli/mcp/context";
import { type Answer, defineTool, type Tool } from "@/cli/mcp/tool";
import { markUntrusted } from "@/cli/mcp/untrusted-text";
import { releaseType } from "@/lib/contract/parameters";
import { simulateVesting } from "@/lib/service/registration/simulate-vesting";

const MAX_POINTS = 60;

/** Tools about tokens and schedules. */
export const tokenTools = ({ api }: AgentContext): Tool[] => [
  defineTool({
    name: "get_supply",
    title: "Read how much of a token is locked",
    description:
      "Sums the verified campaigns of a token: locked, vested, claimed and returned amounts in base units, and the unlocks by month.",
    input: z.strictObject({ mint: mintAddress }),
    run: async ({ mint }): Promise<Answer> => {
      const { asOf, ...supply } = await api.supply(mint);
      return { supply: markUntrusted(supply), slot: asOf.slot, isFrom: "service" };
    },
  }),
  defineTool({
    name: "simulate_vesting",
    title: "Simulate a vesting schedule",
    description:
      "Computes when an amount vests under a schedule, locally and exactly as the program does. No campaign is needed.",
    input: z.strictObject({
      amount: baseUnits,
      releaseType: releaseType.describe("0 cliff, 1 linear, 2 milestone"),
      startTime: seconds,
      cliffTime: seconds.describe("time before which nothing unlocks; unix seconds"),
      endTime: seconds.describe("time when everything has unlocked; unix seconds"),
      points: z.int().min(2).max(MAX_POINTS).default(12).describe("number of even steps"),
      at: seconds.optional().describe("additional time to evaluate; unix seconds"),
    }),
    run: async ({ amount, startTime, cliffTime, endTime, at, ...rest }): Promise<Answer> => ({
      ...simulateVesting({
        ...rest,
        amount: BigInt(amount),
        ...{ startTime: BigInt(startTime), cliffTime: BigInt(cliffTime), endTime: BigInt(endTime) },
        at: at === undefined ? undefined : BigInt(at),
      }),
    }),
  }),
];
