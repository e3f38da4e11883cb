/** The lane in whose places a request is answered; what each is for stands at their limits. */
export type EntryLane = "cheap" | "proof" | "upload";

/** Routes whose bodies are large. */
const UPLOADS = /^\/api\/campaigns(?:\/prepare|\/import|\/[^/]+\/root-versions)?\/?$/;

/** Routes whose bodies are parts of a large one. */
const PARTS = /^\/api\/uploads\/[^/]+\/parts\/[^/]+\/?$/;

/** Whoever can prove what is theirs can claim it, so nothing else may stand before it. */
const PROOFS = /^\/api\/(?:campaigns\/[^/]+\/proof|roots\/[^/]+\/proofs\/[^/]+)\/?$/;

/** The lane of a request, by its method and its path without the query. */
export function laneOf(method: string, path: string): EntryLane {
  const uploads = { POST: UPLOADS, PUT: PARTS }[method];
  if (uploads?.test(path)) return "upload";
  return (method === "GET" || method === "HEAD") && PROOFS.test(path) ? "proof" : "cheap";
}
