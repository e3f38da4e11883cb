import { createChain } from "@/lib/service/chain/chain";
import { followGeyser } from "@/lib/service/chain/geyser/follow-geyser";
import { readEnv } from "@/lib/service/env";

/**
 * Follows the server of the settings, and prints the signature of the first transaction that it delivers, or the problem
 * that ended the first connection.
 */
const { GEYSER_URL: url = "", GEYSER_TOKEN: token, SOLANA_RPC_URL: urls = [], ...env } = readEnv();
const chain = createChain({ urls });
const ended = new AbortController();
const end = (answer: object) => {
  if (!ended.signal.aborted) process.stdout.write(JSON.stringify(answer));
  ended.abort();
};
await followGeyser({
  ...{ url, token, programId: env.VESTING_PROGRAM_ID, signal: ended.signal },
  isKnownBlock: (blockhash) => chain.isBlockhashValid(blockhash),
  onBlock: () => process.send?.("verified"),
  onTransaction: ({ signature }) => end({ signature }),
  onSignature: () => undefined,
  onGap: () => undefined,
  onFinal: () => undefined,
  log: { warn: (fields) => end({ problem: Object(fields).problem }) },
});
process.disconnect?.();
