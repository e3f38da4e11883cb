/** Checks answers of the API against any Solana RPC node, field by field. */
export type { FieldCheck } from "@/lib/client/verify/report";
export { type RpcCall, RpcCallError, type RpcFailureCode } from "@/lib/client/verify/rpc-call";
export type { Verification, VerifyOptions, VerifyProblem } from "@/lib/client/verify/verification";
export { type VerifyCampaignOptions, verifyCampaign } from "@/lib/client/verify/verify-campaign";
export { type VerifyClaimsOptions, verifyClaims } from "@/lib/client/verify/verify-claims";
export { type VerifyProgressOptions, verifyProgress } from "@/lib/client/verify/verify-progress";
