import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Env, hasSharedStore } from "@/lib/service/env";
import { openKeyValue } from "@/lib/service/kv/open";
import { createLogger } from "@/lib/service/log";
import { type Check, failed, passed, warning, writeSentence } from "./check";

const NAME = "key-value store";
/** The service's timeout is half a second, but this process may be slower than that on a busy machine. */
const COMMAND_SECONDS = 5;
const ATTEMPTS = 3;
const POLL_INTERVAL_MS = 500;
/** Well below the service's timeout. */
const SLOW_MS = 300;

/** Checks that the store returns a stored value. A slow response is only a warning. */
export async function examineKeyValue(env: Env): Promise<Check[]> {
  if (!hasSharedStore(env)) return [passed(NAME, "this process’s memory")];
  const { kv } = openKeyValue(env, createLogger("silent"), { timeoutMs: COMMAND_SECONDS * 1000 });
  const checkOnce = async () => {
    const key = `doctor:${randomUUID()}`;
    await kv.put(key, key, 10);
    return (await kv.take(key)) === key;
  };
  try {
    if (!(await retry(checkOnce)))
      return [failed(NAME, "does not return a stored value.", "It must not be a read-only replica.")];
    const startedMs = performance.now();
    await retry(checkOnce);
    return [judgeSpeed(performance.now() - startedMs)];
  } catch (error) {
    const fix =
      "Check that REDIS_URL, or UPSTASH_REDIS_REST_URL and its token, name a server that this machine can reach.";
    return [failed(NAME, writeSentence(error), fix)];
  } finally {
    await kv.close();
  }
}

function judgeSpeed(ms: number): Check {
  if (ms <= SLOW_MS) return passed(NAME, "stores and returns values");
  const found = `responds, but two commands took ${Math.round(ms)} ms.`;
  return warning(NAME, found, "Check whether this machine or the store is busy. Sign-in fails after 500 ms.");
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}
