import { type ApiDocument, apiDocument } from "@/components/docs/api-document";
import { openApiDocument } from "@/lib/service/http/openapi";
import { API_ROUTES } from "../api/manifest";

let document: ApiDocument | undefined;

/** The document that /api/openapi.json serves, read once a process. */
export function readDocument(): ApiDocument {
  document ??= apiDocument.parse(openApiDocument(API_ROUTES));
  return document;
}
