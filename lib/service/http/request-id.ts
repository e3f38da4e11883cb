import { randomUUID } from "node:crypto";
import type { Env } from "@/lib/service/env";

const WELL_FORMED = /^[\w.-]{8,64}$/;

/** The id of a request. A caller's own is kept only where a trusted proxy stands in front: nobody else may forge log lines. */
export function chooseRequestId(given: unknown, env: Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">): string {
  const isTrusted = env.TRUST_PROXY_HOPS > 0 || env.VERCEL === "1";
  return isTrusted && typeof given === "string" && WELL_FORMED.test(given) ? given : randomUUID();
}
