import { answerNotFound } from "@/lib/service/http/methods";

/** All /api paths without a route — 404 as JSON. */
export {
  answerNotFound as DELETE,
  answerNotFound as GET,
  answerNotFound as HEAD,
  answerNotFound as OPTIONS,
  answerNotFound as PATCH,
  answerNotFound as POST,
  answerNotFound as PUT,
};
