import * as z from "zod";
import { postJson, readText } from "./endpoint";
import type { EndpointGenesis } from "./endpoint-genesis";
import { NetworkUnavailableError } from "./errors";
import type { RelayCall } from "./relay-call";
import type { EndpointLag } from "./rpc-client";

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** Maximum concurrent calls; together with the maximum response size, this bounds the memory. */
const MAX_UNDER_WAY = 32;

type RelayLog = { warn(fields: object, message: string): void };
type RelayAnswer = { jsonrpc: "2.0"; id: RelayCall["id"] } & ({ result: unknown } | { error: object });

/** The details that a node returns for a transaction that failed in preflight. */
const refusedTransaction = z.object({
  err: z.unknown().optional(),
  logs: z.array(z.string()).nullish(),
  unitsConsumed: z.number().nullish(),
});
const SIMULATION_FAILED = -32002;
const MAX_MESSAGE_CHARACTERS = 300;

/** Messages for rejected calls: the messages of nodes may contain their addresses and keys. */
const SENTENCES: Readonly<Record<number, string>> = {
  [-32003]: "Transaction signature verification failure.",
  [-32005]: "The node is behind. Try again in a moment.",
  [-32014]: "The node is behind. Try again in a moment.",
  [-32016]: "The node is behind. Try again in a moment.",
  [-32602]: "The network rejected these parameters.",
};

/**
 * Forwards the calls of pages to the network, so that browsers see neither the address of an endpoint nor its
 * key.
 */
export class Relay {
  private underWay = 0;

  constructor(
    private readonly urls: readonly string[],
    private readonly log: RelayLog,
    private readonly shared: { lag?: EndpointLag; genesis?: EndpointGenesis } = {},
  ) {}

  /**
   * Forwards one call.
   * @throws NetworkUnavailableError if no endpoint returns a usable response, or too many calls are in progress
   */
  async request(call: RelayCall): Promise<RelayAnswer> {
    if (this.underWay >= MAX_UNDER_WAY) throw new NetworkUnavailableError("Too many calls are in progress.");
    this.underWay++;
    try {
      return await this.requestInOrder(call);
    } finally {
      this.underWay--;
    }
  }

  private async requestInOrder(call: RelayCall): Promise<RelayAnswer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { lag, genesis } = this.shared;
    const isLagging = (url: string) => Number((lag?.get(url) ?? 0) > performance.now());
    for (const url of this.urls.toSorted((a, b) => isLagging(a) - isLagging(b))) {
      try {
        if (this.urls.length > 1 && (await genesis?.isForeign(url, signal))) {
          throw new Error("belongs to another network");
        }
        return await requestFromEndpoint(url, call, signal);
      } catch (error) {
        const endpoint = new URL(url).host;
        this.log.warn({ endpoint, method: call.method, problem: String(error) }, "relay: no usable answer");
      }
    }
    throw new NetworkUnavailableError("No endpoint returned a valid response.");
  }
}

async function requestFromEndpoint(url: string, call: RelayCall, signal: AbortSignal): Promise<RelayAnswer> {
  const response = await postJson(url, JSON.stringify(call), signal);
  const text = await readText(response, signal, MAX_RESPONSE_BYTES);
  const answer = answerSchema.parse(JSON.parse(text));
  if (answer.id !== call.id) throw new Error("responded to another call");
  const head = { jsonrpc: "2.0", id: call.id } as const;
  if ("error" in answer) return { ...head, error: inOurWords(answer.error) };
  if (!response.ok) throw new Error(`responded with HTTP status ${response.status}`);
  return { ...head, result: answer.result };
}

const errorSchema = z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() });
const answerSchema = z.union([
  z.object({ id: z.union([z.string(), z.number()]), error: errorSchema }),
  z.object({
    id: z.union([z.string(), z.number()]),
    result: z.unknown().refine((value) => value !== undefined),
  }),
]);

function inOurWords({ code, message, data }: z.output<typeof errorSchema>) {
  if (code !== SIMULATION_FAILED) {
    return { code, message: SENTENCES[code] ?? "The network rejected the call." };
  }
  const isUsual = message.startsWith("Transaction simulation failed");
  const details = refusedTransaction.safeParse(data);
  return {
    code,
    message: isUsual ? message.slice(0, MAX_MESSAGE_CHARACTERS) : "The network rejected the transaction.",
    ...(details.success && { data: details.data }),
  };
}
