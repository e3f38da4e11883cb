import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod";
import {
  confirmSubscription,
  deleteSubscription,
  insertSubscription,
  type ListedSubscription,
  selectSubscription,
  selectSubscriptions,
  stopSubscription,
} from "@/db/queries/reminders/subscriptions";
import type { ReminderSubscriptionView } from "@/lib/contract/reminder";
import type { reminderBody } from "@/lib/contract/requests/reminders";
import { ApiError } from "@/lib/core/errors";
import { reminderChannels } from "@/lib/core/events/reminder-kinds";
import { hasMail } from "@/lib/service/env";
import { requireAllowed } from "@/lib/service/http/limits/rate-limit";
import { publicOrigin, requireOrigin } from "@/lib/service/http/origin/public-origin";
import type { Services } from "@/lib/service/services";
import { newSecret } from "@/lib/service/webhooks/message";
import { receiverUrl } from "@/lib/service/webhooks/receiver-url";
import { getSubscriptionId, isLinkToken, type LinkPurpose } from "./link-tokens";

/** Maximum subscriptions of a wallet, including stopped ones. */
const MAX_SUBSCRIPTIONS_PER_WALLET = 10;
/** Maximum requests for confirmation that one email address receives per day, from all wallets. */
const CONFIRMATIONS_PER_DAY = 3;
const DAY_SECONDS = 86_400;

type Used = Pick<Services, "db" | "env" | "now">;

/** Lists the subscriptions of a wallet, and the channels that the service offers. */
export const listSubscriptions = async ({ db, env }: Used, wallet: string) => ({
  subscriptions: (await selectSubscriptions(db, wallet)).map(toView),
  channels: reminderChannels({ hasMail: hasMail(env) }),
});

type NewBody = z.output<typeof reminderBody> & { wallet: string; consumeShare: () => Promise<void> };

/**
 * Stores a subscription of the wallet. A webhook gets a secret, which is returned; an email address gets a
 * message in which its owner confirms the subscription. Calls `consumeShare` only for a request that is
 * otherwise accepted, so that a refused one does not use the quota of its network.
 */
export async function createSubscription(
  services: Used & Pick<Services, "rateLimiter">,
  request: Request,
  { target: text, consumeShare, ...body }: NewBody,
): Promise<{ subscription: ReminderSubscriptionView; secret: string | null }> {
  const { db, env, now } = services;
  const isMail = body.channel === "email";
  if (isMail && !hasMail(env)) throw new ApiError("FORBIDDEN", "This service does not send email.");
  const target = isMail ? text.toLowerCase() : receiverUrl(env, { path: "target", text: text });
  const origin = isMail ? requireOrigin(request.headers, env) : publicOrigin(request.headers, env);
  const secret = newSecret();
  const subscription = {
    ...{ ...body, target, origin, secret, createdAt: now(), confirmedAt: isMail ? null : now() },
    id: `rs_${randomBytes(16).toString("base64url")}`,
  };
  const max = { perWallet: MAX_SUBSCRIPTIONS_PER_WALLET, all: env.REMINDER_SUBSCRIPTIONS };
  const outcome = await insertSubscription(db, subscription, max, async () => {
    await consumeShare();
    // Last, because the owner of the address receives nothing from a refused request.
    if (isMail) await consumeConfirmation(services, target);
  });
  if (outcome === "full") {
    throw new ApiError(
      "FORBIDDEN",
      "The service has reached its limit of reminder subscriptions. Ask its operator to raise the limit.",
    );
  }
  if (outcome === "wallet full") {
    throw new ApiError(
      "FORBIDDEN",
      `A wallet can have at most ${MAX_SUBSCRIPTIONS_PER_WALLET} reminder subscriptions. Delete one first.`,
    );
  }
  const stored = { ...subscription, stoppedAt: null, stoppedReason: null, nextScanMs: 0 };
  return {
    subscription: toView({ ...stored, lastSentAt: null, error: null }),
    secret: body.channel === "webhook" ? secret : null,
  };
}

/** Counts a request for confirmation against the email address, which did not ask for it. */
async function consumeConfirmation(
  { env, rateLimiter }: Pick<Services, "env" | "rateLimiter">,
  email: string,
): Promise<void> {
  if (env.RATE_LIMIT === "off") return;
  const key = `reminder confirmations ${createHash("sha256").update(email).digest("base64url")}`;
  const limits = { limit: CONFIRMATIONS_PER_DAY, windowSeconds: DAY_SECONDS };
  const received = `This email address has received ${CONFIRMATIONS_PER_DAY} requests for confirmation today.`;
  requireAllowed(await rateLimiter.hit(key, limits), received);
}

/** Deletes a subscription of the wallet with its reminders. Throws NOT_FOUND for one of another wallet. */
export async function removeSubscription(
  { db }: Pick<Used, "db">,
  { wallet, subscriptionId }: { wallet: string; subscriptionId: string },
): Promise<{ ok: true }> {
  if (!(await deleteSubscription(db, { wallet, id: subscriptionId }))) {
    throw new ApiError(
      "NOT_FOUND",
      "This wallet has no such subscription. GET /api/reminders lists its subscriptions.",
    );
  }
  return { ok: true };
}

/**
 * Confirms the email address of the subscription that a token names; again without effect. Throws CONFLICT for
 * a stopped subscription, which stays stopped.
 */
export async function confirmByToken({ db, now }: Used, token: string): Promise<{ ok: true }> {
  const { id } = await findByToken({ db }, "confirm", token);
  await confirmSubscription(db, { id, now: now() });
  const { stoppedAt } = await findByToken({ db }, "confirm", token);
  if (stoppedAt === null) return { ok: true };
  throw new ApiError(
    "CONFLICT",
    "These reminders have ended and cannot be confirmed. Delete the subscription and add another one.",
  );
}

/** Stops the subscription that a token names; again without effect. */
export async function unsubscribeByToken({ db, now }: Used, token: string): Promise<{ ok: true }> {
  const { id } = await findByToken({ db }, "unsubscribe", token);
  await stopSubscription(db, { id, reason: "unsubscribed", now: now() });
  return { ok: true };
}

async function findByToken({ db }: Pick<Used, "db">, purpose: LinkPurpose, token: string) {
  const subscription = await selectSubscription(db, getSubscriptionId(token));
  if (!subscription || !isLinkToken(subscription, purpose, token)) {
    throw new ApiError(
      "NOT_FOUND",
      "This link is no longer valid. Its subscription was deleted or has expired.",
    );
  }
  return subscription;
}

function toView(subscription: ListedSubscription): ReminderSubscriptionView {
  const { id, channel, target, kinds, leads, language, stoppedReason, error } = subscription;
  const { confirmedAt, stoppedAt, createdAt, lastSentAt } = subscription;
  return {
    ...{ id, channel, target, kinds, leads, language, stoppedReason, error },
    state: stoppedAt !== null ? "stopped" : confirmedAt === null ? "unconfirmed" : "active",
    createdAt: Number(createdAt),
    lastSentAt: lastSentAt === null ? null : Number(lastSentAt),
  };
}
