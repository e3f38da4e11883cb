import { performance } from "node:perf_hooks";
import { address } from "@/lib/core/solana/rpc-responses/response-json";
import { Endpoint, EndpointError } from "./endpoint";

/**
 * Time after which an endpoint's network is compared again, because its address can be moved to another node.
 */
const VALID_MS = 60_000;

type Known = { hash: string; untilMs: number };

/**
 * The genesis hashes of several endpoints, shared by all clients. Endpoints of another network are never
 * used.
 */
export class EndpointGenesis {
  private readonly known = new Map<string, Known>();
  private readonly reads = new Map<string, Promise<string>>();
  private first: string | null = null;
  private indexed: string | null = null;

  /** `readIndexed` returns the genesis hash of the indexed network; null if nothing is indexed. */
  constructor(private readonly readIndexed: () => Promise<string | null>) {}

  /**
   * Returns whether an endpoint uses another network than the indexed one. If nothing is indexed, compares
   * with the endpoint that responded first. Queries an endpoint whose hash is unknown.
   * @throws EndpointError if that endpoint does not respond
   */
  async isForeign(url: string, signal: AbortSignal): Promise<boolean> {
    const hash = this.knownHash(url) ?? (await this.read(url, signal));
    this.first ??= hash;
    this.indexed ??= await this.readIndexed().catch(() => null);
    return hash !== (this.indexed ?? this.first);
  }

  /** Returns whether the latest unexpired comparison found another network. */
  isKnownForeign(url: string): boolean {
    const hash = this.knownHash(url);
    return hash !== null && hash !== (this.indexed ?? this.first);
  }

  /**
   * Compares an endpoint again before its next use: after a failure, the address may point to another node.
   */
  expire(url: string): void {
    this.known.delete(url);
  }

  private knownHash(url: string): string | null {
    const known = this.known.get(url);
    return known && known.untilMs > performance.now() ? known.hash : null;
  }

  private read(url: string, signal: AbortSignal): Promise<string> {
    const reading =
      this.reads.get(url) ??
      fetchGenesis(url, signal)
        .then((hash) => {
          this.known.set(url, { hash, untilMs: performance.now() + VALID_MS });
          return hash;
        })
        .finally(() => this.reads.delete(url));
    this.reads.set(url, reading);
    return reading;
  }
}

async function fetchGenesis(url: string, signal: AbortSignal): Promise<string> {
  const [outcome] = await new Endpoint(url, 1).request([{ method: "getGenesisHash", params: [] }], signal);
  const { success, data } = address.safeParse(outcome && "result" in outcome ? outcome.result : null);
  if (!success) throw new EndpointError("did not state its genesis hash", "invalid");
  return data;
}
