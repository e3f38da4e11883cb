/** The lane in whose places a request is answered; what each is for stands at their limits. */
export type EntryLane = "cheap" | "proof" | "upload" | "export";

/** Routes whose bodies are large. */
const UPLOADS = /^\/api\/campaigns(?:\/prepare|\/import|\/[^/]+\/root-versions)?\/?$/;

/** Routes whose bodies are parts of a large one. */
const PARTS = /^\/api\/uploads\/[^/]+\/parts\/[^/]+\/?$/;

/** Whoever can prove what is theirs can claim it, so nothing else may stand before it. */
const PROOFS = /^\/api\/(?:campaigns\/[^/]+\/proof|roots\/[^/]+\/proofs\/[^/]+)\/?$/;

/** Lists that are also given whole. */
const EXPORTS =
  /^\/api\/(?:campaigns\/[^/]+\/(?:claims|leaves|timeline)|beneficiary\/[^/]+\/campaigns|creator\/[^/]+\/unlocks|activity\/[^/]+(?:\/payments)?)\/?$/;

/** The lane of a request, by its method, its path without the query, and whether it wants a whole list. */
export function laneOf(method: string, path: string, isWhole = () => false): EntryLane {
  const uploads = { POST: UPLOADS, PUT: PARTS }[method];
  if (uploads?.test(path)) return "upload";
  if (method === "GET" && EXPORTS.test(path) && isWhole()) return "export";
  return (method === "GET" || method === "HEAD") && PROOFS.test(path) ? "proof" : "cheap";
}
