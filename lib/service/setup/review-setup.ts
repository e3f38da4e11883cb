import type * as z from "zod";
import type { healthView } from "@/lib/contract/health";
import { type Env, EnvError, hasSharedStore } from "@/lib/service/env";
import { isLoopbackHost } from "@/lib/service/loopback";

/**
 * A problem of the settings. An error prevents the start; a warning is logged, and returned to requests with the admin
 * key.
 */
export type SetupFinding = NonNullable<z.output<typeof healthView>["setup"]>[number];

/** Solana's public endpoints, limited to about 100 requests in ten seconds. */
const PUBLIC_ENDPOINTS: readonly string[] = [
  "api.mainnet-beta.solana.com",
  "api.mainnet.solana.com",
  "api.devnet.solana.com",
  "api.testnet.solana.com",
];

const getHost = (url: string) => new URL(url).hostname;
const usesRemoteRpc = (env: Env) => (env.SOLANA_RPC_URL ?? []).some((url) => !isLoopbackHost(getHost(url)));
/** Whether the process accepts remote connections. */
const isPublic = (env: Env) => env.VERCEL !== "1" && !isLoopbackHost(env.HOST === "::1" ? "[::1]" : env.HOST);
/** Whether a proxy forwards requests to the process. */
const isProxied = (env: Env) => env.VERCEL !== "1" && env.TRUST_PROXY_HOPS > 0;

type Rule = SetupFinding & { applies: (env: Env) => boolean };

const ON_VERCEL: readonly Rule[] = [
  {
    setting: "DATABASE_URL",
    severity: "error",
    applies: (env) => !env.DATABASE_URL,
    message: "On Vercel every instance would have its own empty embedded database.",
    fix: "Set DATABASE_URL to a Postgres server, or to its pooler if it has one.",
  },
  {
    setting: "REDIS_URL",
    severity: "error",
    applies: (env) => !hasSharedStore(env),
    message: "On Vercel one instance would reject the sign-in nonce of another with 401.",
    fix: "Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or REDIS_URL.",
  },
  {
    setting: "SOLANA_RPC_URL",
    severity: "error",
    applies: (env) => !env.SOLANA_RPC_URL,
    message:
      "On Vercel there is no local ledger, so campaigns could not be confirmed and false campaigns would be stored.",
    fix: "Set SOLANA_RPC_URL to the cluster’s JSON-RPC endpoint.",
  },
  {
    setting: "CRON_SECRET",
    severity: "warning",
    applies: (env) => !env.CRON_SECRET,
    message: "Without CRON_SECRET the scheduled run is rejected with 401, and the index is not updated.",
    fix: "Set CRON_SECRET. Vercel then sends it with every scheduled run.",
  },
  {
    setting: "GEYSER_URL",
    severity: "warning",
    applies: (env) => env.GEYSER_URL !== undefined,
    message:
      "GEYSER_URL has no effect on Vercel: no process stays to follow a stream, and scheduled runs update the index.",
    fix: "Unset GEYSER_URL and GEYSER_TOKEN.",
  },
];

const ANYWHERE: readonly Rule[] = [
  {
    setting: "REGISTRATION_CHECK",
    severity: "warning",
    applies: (env) => env.REGISTRATION_CHECK === "lenient" && usesRemoteRpc(env),
    message:
      "REGISTRATION_CHECK=lenient stores campaigns that the network has not confirmed, including false ones.",
    fix: "Unset REGISTRATION_CHECK, or set it to ledger.",
  },
  {
    setting: "RATE_LIMIT",
    severity: "warning",
    applies: (env) => env.RATE_LIMIT === "off",
    message: "With RATE_LIMIT=off, one client can overload the service.",
    fix: "Unset RATE_LIMIT. The value off is for benchmarks.",
  },
  {
    setting: "WEBHOOKS_ALLOW_PRIVATE",
    severity: "warning",
    applies: (env) => env.WEBHOOKS_ALLOW_PRIVATE,
    message:
      "With WEBHOOKS_ALLOW_PRIVATE, anyone who signs in can make this service send requests to its private network.",
    fix: "Unset WEBHOOKS_ALLOW_PRIVATE. It is only for receivers that you operate.",
  },
  {
    setting: "ALLOWED_HOSTS",
    severity: "warning",
    applies: (env) => (isPublic(env) || isProxied(env)) && !env.ALLOWED_HOSTS,
    message:
      "Without ALLOWED_HOSTS, the dashboard can send requests only under this machine’s addresses, and claim links contain no host name.",
    fix: "Set ALLOWED_HOSTS to the public host names of the service.",
  },
  {
    setting: "REDIS_URL",
    severity: "warning",
    applies: (env) => env.VERCEL !== "1" && Boolean(env.DATABASE_URL) && !hasSharedStore(env),
    message:
      "Nonces and rate limits are in this process’s memory: a second process on the same database would reject the nonces that this process issued.",
    fix: "Set REDIS_URL before you start a second process. A single process does not need it.",
  },
  {
    setting: "SOLANA_RPC_URL",
    severity: "warning",
    applies: (env) => !env.SOLANA_RPC_URL && isPublic(env),
    message: "Campaigns are on this machine’s local ledger, where anyone can airdrop SOL to themselves.",
    fix: "Set SOLANA_RPC_URL to the cluster’s JSON-RPC endpoint, unless this is a demonstration.",
  },
  {
    setting: "SOLANA_RPC_URL",
    severity: "warning",
    applies: (env) => (env.SOLANA_RPC_URL ?? []).some((url) => PUBLIC_ENDPOINTS.includes(getHost(url))),
    message: "Public Solana endpoints have low rate limits, so indexing falls behind.",
    fix: "Set SOLANA_RPC_URL to an endpoint of your own or of a provider. A public endpoint can be the second one in the list.",
  },
];

/** Returns the problems that the settings alone reveal, errors first. Sends no requests. */
export function reviewSetup(env: Env): SetupFinding[] {
  const rules = [...(env.VERCEL === "1" ? ON_VERCEL : []), ...ANYWHERE];
  return rules.filter(({ applies }) => applies(env)).map(({ applies: _, ...finding }) => finding);
}

/** @throws EnvError that states each error and its fix */
export function rejectSetupErrors(findings: readonly SetupFinding[]): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new EnvError(errors.map(({ message, fix }) => `${message} ${fix}`).join("\n"));
}
