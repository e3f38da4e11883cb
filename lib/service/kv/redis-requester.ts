import { createHash } from "node:crypto";
import type { Requester } from "@upstash/redis";
import type { Redis as RedisConnection } from "ioredis";

type Command = (string | number)[];

/**
 * Lets Upstash's client, and with it Upstash's rate limiter, speak to a Redis server over TCP.
 *
 * Its scripts start with a `#!lua` line of flags that only Upstash's own servers know. The line is cut off, and a
 * script asked for by hash is looked up under the hash it has without that line.
 */
export function createRedisRequester(connection: RedisConnection): Requester {
  const portable = new Map<string, string>();
  const translate = ([name, script, ...rest]: Command): Command => {
    if (name === undefined || script === undefined) return name === undefined ? [] : [name];
    if (name === "eval") {
      const text = String(script).replace(/^#!lua[^\n]*\n/, "");
      portable.set(sha1(String(script)), sha1(text));
      return [name, text, ...rest];
    }
    return [name, name === "evalsha" ? (portable.get(String(script)) ?? script) : script, ...rest];
  };
  return {
    async request<T>({ body }: { body?: unknown }) {
      const [name, ...parameters] = translate(Array.isArray(body) ? body : []);
      return { result: (await connection.call(String(name), parameters)) as T };
    },
  };
}

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
