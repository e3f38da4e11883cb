import { cache } from "react";
import type { ReceiverRules } from "@/lib/contract/requests/receiver-url";
import { reminderChannels } from "@/lib/core/events/reminder-kinds";
import { hasMail } from "@/lib/service/env";
import { publicOrigin } from "@/lib/service/http/origin/public-origin";
import { services } from "@/lib/service/services";
import { readNetwork } from "./network";

/** Returns the service state that every page passes to the browser, read once per request. */
export const readShell = cache(loadShell);

async function loadShell() {
  const [{ env, now }, network] = await Promise.all([services(), readNetwork()]);
  return {
    serverNow: now().toString(),
    network,
    isLocalLedger: env.SOLANA_RPC_URL === undefined,
    feeSettings: { choice: env.PRIORITY_FEE, maxLamports: env.MAX_PRIORITY_FEE_SOL },
    programId: env.VESTING_PROGRAM_ID,
    // A list that is too long for one request is uploaded in parts.
    maxLeaves: Math.max(env.MAX_LEAVES, env.MAX_UPLOAD_LEAVES),
    recipientFileOrigins: env.RECIPIENT_FILE_ORIGINS ?? [],
    /** Editing a list compares its old leaves, its new leaves and its payouts in the browser. */
    maxEdited: env.MAX_LEAVES,
  };
}

/** Returns whether the start page has a form for the waitlist. */
export const hasWaitlist = async (): Promise<boolean> => (await services()).env.WAITLIST === "on";

/** Returns the channels on which the service sends reminders. */
export const readReminderChannels = async () =>
  reminderChannels({ hasMail: hasMail((await services()).env) });

/** Returns which URLs the service accepts as receivers of messages. */
export const readReceiverRules = async (): Promise<ReceiverRules> => ({
  allowsHttp: (await services()).env.WEBHOOKS_ALLOW_PRIVATE,
});

/** Returns the origin for links to this service, from the headers of a request; null for an unknown host. */
export async function readOrigin(headers: Pick<Headers, "get">): Promise<string | null> {
  return publicOrigin(headers, (await services()).env);
}
