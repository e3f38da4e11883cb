import { z } from "zod";
import { type Reply, reply } from "./reply";

/** Where a list goes on: opaque here, read by the query that gave it. */
export const cursor = z.string().meta({ description: "The nextCursor of the page before" }).optional();

/** A URL that has no query yet, and nothing that could be spelled otherwise. */
const BARE = /^https?:\/\/[^/?#]+((?:\/[\w-]+)+)$/;

/** A page of a list; when there is a next one, `Link: rel="next"` leads to it with the same filters. */
export function pageReply<T extends { nextCursor: string | null }>(request: Request, body: T): Reply {
  if (body.nextCursor === null) return reply(200, body);
  const bare = BARE.exec(request.url)?.[1];
  if (bare) return next(body, `${bare}?cursor=${encodeURIComponent(body.nextCursor)}`);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("page");
  searchParams.set("cursor", body.nextCursor);
  return next(body, `${pathname}?${searchParams}`);
}

const next = (body: object, path: string) => reply(200, body, { link: `<${path}>; rel="next"` });
