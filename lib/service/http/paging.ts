import * as z from "zod";
import { type Reply, reply } from "./reply";

/** The position of a list: opaque here, parsed by the query that issued it. */
export const cursor = z.string().meta({ description: "The nextCursor of the previous page" }).optional();

/**
 * Returns a page of a list. If there is a next page, `Link: rel="next"` contains its URL with the same
 * filters.
 */
export function pageReply<T extends { nextCursor: string | null }>(request: Request, body: T): Reply {
  if (body.nextCursor === null) return reply(200, body);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("page");
  searchParams.set("cursor", body.nextCursor);
  return reply(200, body, { link: `<${pathname}?${searchParams}>; rel="next"` });
}
