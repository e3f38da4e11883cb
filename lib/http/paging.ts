import { z } from "zod";
import { toJson } from "./json";
import { type Reply, reply } from "./reply";

const MAX_CURSOR_CHARACTERS = 1024;

/** An opaque position in a list: base64url of JSON, so that only `cursor` can read it back. */
export const encodeCursor = (position: object): string =>
  Buffer.from(toJson(position), "utf8").toString("base64url");

/**
 * A query parameter that holds what `encodeCursor` made of a value of `position`. 64-bit integers in it are decimal
 * strings on the way, so describe them with `u64` or `i64`.
 */
export const cursor = <T extends z.ZodType>(position: T) =>
  z
    .string()
    .max(MAX_CURSOR_CHARACTERS, MALFORMED)
    .transform((text, context): z.output<T> => {
      const result = position.safeParse(decode(text));
      if (result.success) return result.data;
      context.addIssue({ code: "custom", message: MALFORMED });
      return z.NEVER;
    })
    .optional();

const MALFORMED = "must be a nextCursor that this route gave";

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** A page of a list; when there is a next one, `Link: rel="next"` leads to it with the same filters. */
export function pageReply<T extends { nextCursor: string | null }>(request: Request, body: T): Reply {
  if (body.nextCursor === null) return reply(200, body);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("page");
  searchParams.set("cursor", body.nextCursor);
  return reply(200, body, { link: `<${pathname}?${searchParams}>; rel="next"` });
}
