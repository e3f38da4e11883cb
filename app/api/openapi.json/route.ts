import { otherMethods } from "@/lib/service/http/methods";
import { openApiDocument } from "@/lib/service/http/openapi";
import { route } from "@/lib/service/http/route";
import { API_ROUTES } from "../manifest";

let document: object | undefined;

/** GET /api/openapi.json — the OpenAPI 3.1 document of this API. */
export const GET = route({ summary: "Describe this API" }, () => {
  document ??= openApiDocument([...API_ROUTES, ["/api/openapi.json", { GET }]]);
  return document;
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
