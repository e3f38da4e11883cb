import { createHmac } from "node:crypto";
import type { ReminderSubscription } from "@/db/schema";
import { equalSecrets } from "@/lib/service/auth/equal-secrets";

type Signed = Pick<ReminderSubscription, "id" | "secret">;

/** A token of one purpose is not valid for the other. */
export type LinkPurpose = "confirm" | "unsubscribe";

/** Returns the token of a link in a message: the id of the subscription, a dot, and 32 bytes in base64url. */
export const linkToken = ({ id, secret }: Signed, purpose: LinkPurpose): string =>
  `${id}.${createHmac("sha256", secret).update(`reminder link: ${purpose}`).digest("base64url")}`;

/** Returns the id of the subscription that a token names, whether the token is valid or not. */
export const getSubscriptionId = (token: string): string => token.split(".", 1)[0] ?? "";

/** Returns whether a token belongs to the subscription, compared in constant time. */
export const isLinkToken = (subscription: Signed, purpose: LinkPurpose, token: string): boolean =>
  equalSecrets(token, linkToken(subscription, purpose));
