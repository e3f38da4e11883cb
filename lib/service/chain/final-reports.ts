import * as z from "zod";
import {
  accountsAnswer,
  type RpcAccount,
  readAccount,
} from "@/lib/core/solana/rpc-responses/account-response";
import { u64 } from "@/lib/core/solana/rpc-responses/response-json";
import { statusesAnswer } from "./history";
import type { CallOptions, EndpointAnswers, RpcClient } from "./rpc-client";
import { getValues } from "./rpc-outcome";

/** Up to 256 signatures and 100 addresses. */
export type FinalWanted = { signatures: readonly string[]; addresses: readonly string[] };

/**
 * The report of one endpoint as of its final block at `height`, in the order of the wanted signatures and addresses;
 * `final` is null if the endpoint does not respond or its parts are not of that block or a later one.
 */
export type FinalReport = {
  host: string;
  final: { height: bigint; landed: boolean[]; accounts: (RpcAccount | null)[] } | null;
};

const FINALIZED = { commitment: "finalized" } as const;

const epochInfo = z.object({ absoluteSlot: u64, blockHeight: u64 });

/** Reads the reports of all endpoints, except those of another network. */
export async function readFinalReports(
  rpc: RpcClient,
  { signatures, addresses }: FinalWanted,
  options: CallOptions,
): Promise<FinalReport[]> {
  // The height comes first: what the later responses lack was not in a block up to it.
  const heights = await rpc.callEach([{ method: "getEpochInfo", params: [FINALIZED] }], epochInfo, options);
  const [statuses, accounts] = await Promise.all([
    rpc.callEach(
      [{ method: "getSignatureStatuses", params: [signatures, { searchTransactionHistory: true }] }],
      statusesAnswer,
      options,
    ),
    rpc.callEach(
      [{ method: "getMultipleAccounts", params: [addresses, { ...FINALIZED, encoding: "base64" }] }],
      accountsAnswer,
      options,
    ),
  ]);
  return heights.flatMap(({ host, isForeign, ...height }, at) => {
    if (isForeign) return [];
    const final = joinParts(only(height), { statuses: only(statuses[at]), accounts: only(accounts[at]) });
    const isWhole = final?.landed.length === signatures.length && final.accounts.length === addresses.length;
    return [{ host, final: isWhole ? final : null }];
  });
}

const only = <Value>(endpoint: Pick<EndpointAnswers<Value>, "answers"> | undefined): Value | undefined =>
  getValues(endpoint?.answers ?? null)[0];

type Parts = {
  statuses: z.output<typeof statusesAnswer> | undefined;
  accounts: z.output<typeof accountsAnswer> | undefined;
};

/** Several nodes can answer for one endpoint, and a part of one that is behind proves nothing. */
function joinParts(
  height: z.output<typeof epochInfo> | undefined,
  { statuses, accounts }: Parts,
): FinalReport["final"] {
  if (!height || !statuses || !accounts) return null;
  const oldest = height.absoluteSlot;
  if (statuses.context.slot < oldest || accounts.context.slot < oldest) return null;
  return {
    height: height.blockHeight,
    landed: statuses.value.map((status) => status !== null),
    accounts: accounts.value.map((account) => account && readAccount(account)),
  };
}
