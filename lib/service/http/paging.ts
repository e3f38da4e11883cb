import { z } from "zod";
import { type Reply, reply } from "./reply";

/** Where a list goes on: opaque here, read by the query that gave it. */
export const cursor = z.string().meta({ description: "The nextCursor of the page before" }).optional();

/** A page of a list; when there is a next one, `Link: rel="next"` leads to it with the same filters. */
export function pageReply<T extends { nextCursor: string | null }>(request: Request, body: T): Reply {
  if (body.nextCursor === null) return reply(200, body);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("page");
  searchParams.set("cursor", body.nextCursor);
  return reply(200, body, { link: `<${pathname}?${searchParams}>; rel="next"` });
}
