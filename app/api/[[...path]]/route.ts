import { notFoundResponse } from "@/lib/service/http/methods";

/** All /api paths without a route — 404 as JSON. */
export {
  notFoundResponse as DELETE,
  notFoundResponse as GET,
  notFoundResponse as HEAD,
  notFoundResponse as OPTIONS,
  notFoundResponse as PATCH,
  notFoundResponse as POST,
  notFoundResponse as PUT,
};
