import { openApiDocument } from "@/lib/contract/openapi/document";
import { toJson } from "@/lib/core/text/to-json";
import { otherMethods } from "@/lib/service/http/methods";
import { type Reply, reply } from "@/lib/service/http/reply";
import { type RouteHandler, route } from "@/lib/service/http/route";
import { VERSION } from "@/lib/service/version";
import { CLIENT_CALLS } from "../client-calls";
import recorded from "../examples.json" with { type: "json" };
import { API_ROUTES } from "../manifest";

let document: string | undefined;

/** GET /api/openapi.json — the OpenAPI 3.1 document of this API, built once per process. */
export const GET: RouteHandler = route(
  { summary: "Describes this API", mediaType: "application/json" },
  (): Reply => {
    document ??= toJson(
      openApiDocument([...API_ROUTES, ["/api/openapi.json", { GET }]], VERSION, {
        ...recorded,
        clientCalls: CLIENT_CALLS,
      }),
    );
    return reply(200, document);
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
