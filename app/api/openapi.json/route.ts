import { otherMethods } from "@/lib/service/http/methods";
import { openApiDocument } from "@/lib/service/http/openapi";
import { FixedReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { API_ROUTES } from "../manifest";

let document: FixedReply | undefined;

/** GET /api/openapi.json — the OpenAPI 3.1 document of this API. */
export const GET = route({ summary: "Describe this API" }, (): FixedReply => {
  document ??= new FixedReply(openApiDocument([...API_ROUTES, ["/api/openapi.json", { GET }]]));
  return document;
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
