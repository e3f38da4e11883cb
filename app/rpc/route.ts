import { ApiError } from "@/lib/core/errors";
import { SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  isExpensive,
  isLocalOnly,
  parseRelayedTransaction,
  type RelayedTransaction,
  relayCall,
} from "@/lib/service/chain/relay-call";
import { isOwnNonceTransaction } from "@/lib/service/chain/relayed-nonce";
import { isOwnTableTransaction } from "@/lib/service/chain/relayed-table";
import { clientAddress } from "@/lib/service/http/limits/client-address";
import { consume } from "@/lib/service/http/limits/rate-limit";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import type { Services } from "@/lib/service/services";

const CALLS_PER_MINUTE = 600;
const EXPENSIVE_CALLS_PER_MINUTE = 240;
/** Per client and wallet: anyone can name any signer, so one client must not use up the limit of another's wallet. */
const TRANSACTIONS_PER_MINUTE_AND_WALLET = 120;

/**
 * POST /rpc — proxies RPC calls of the dashboard to the Solana node, so that browsers need neither its URL
 * nor its key.
 */
export const POST = route(
  {
    summary: "Forwards an RPC call of the dashboard to the network",
    body: relayCall,
    limit: CALLS_PER_MINUTE,
    ownPagesOnly: true,
  },
  async ({ body, request, services }) => {
    const { env, relay, sponsor } = services;
    const isLocal = env.SOLANA_RPC_URL === undefined;
    if (!isLocal && isLocalOnly(body)) throw new ApiError("FORBIDDEN", "Only the local ledger does that.");
    const transaction = parseRelayedTransaction(body);
    if (!isLocal && transaction && !(await isRelayed(services, transaction))) {
      throw new ApiError(
        "FORBIDDEN",
        "Only transactions of the vesting program and of Squads are passed on; send others through a node of your own.",
      );
    }
    const client = clientAddress(request, env);
    if (isExpensive(body)) await consume(services, `rpc heavy ${client}`, EXPENSIVE_CALLS_PER_MINUTE);
    if (transaction) {
      // Recipients whose fee the sponsor pays do not share its limit.
      const wallet = transaction.signers.find((signer) => signer !== sponsor?.address) ?? "";
      await consume(services, `rpc wallet ${client} ${wallet}`, TRANSACTIONS_PER_MINUTE_AND_WALLET);
    }
    return reply(200, await relay.request(body), { "cache-control": "no-store" });
  },
);

const isRelayed = async (services: Services, transaction: RelayedTransaction): Promise<boolean> =>
  // A multisig's member proposes, approves and executes transactions of the vesting program by Squads.
  transaction.instructions.some(({ program }) =>
    [services.env.VESTING_PROGRAM_ID, SQUADS_PROGRAM_ID].includes(program),
  ) ||
  (await isOwnNonceTransaction(transaction)) ||
  (await isOwnTableTransaction(services.reads, transaction.instructions));

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
