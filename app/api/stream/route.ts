import { streamMessage } from "@/lib/contract/stream";
import { streamQuery } from "@/lib/contract/stream-query";
import { clientAddress } from "@/lib/service/http/limits/client-address";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { openStream } from "@/lib/service/stream/open-stream";

const mediaType = "text/event-stream";

/** Proxies must neither buffer nor compress the stream, and the connection serves no further request. */
const HEADERS = {
  "content-type": mediaType,
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  connection: "close",
};

/** GET /api/stream — stored events and changes of campaigns, as server-sent events. */
export const GET = route(
  {
    summary: "Streams events and changes of campaigns as server-sent events; the schema is the one of `data`",
    query: streamQuery,
    response: streamMessage,
    mediaType,
    limit: 60,
  },
  async ({ query: { treeAddress = null, address = null }, request, services }) => {
    if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
    const body = await openStream(services, {
      client: clientAddress(request, services.env),
      lastId: request.headers.get("last-event-id"),
      filter: { treeAddress, address },
    });
    return new Response(body, { headers: HEADERS });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
