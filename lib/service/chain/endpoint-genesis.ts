import { performance } from "node:perf_hooks";
import { address } from "./answer-json";
import { Endpoint, EndpointFault } from "./endpoint";

/** An endpoint's network is compared again after so long, since an address can come to name another node. */
const VALID_MS = 60_000;

type Known = { hash: string; untilMs: number };

/** The genesis hashes of several endpoints, shared by every client of them: those of another network are never used. */
export class EndpointGenesis {
  private readonly known = new Map<string, Known>();
  private readonly reads = new Map<string, Promise<string>>();
  private first: string | null = null;
  private indexed: string | null = null;

  /** `readIndexed` returns the genesis hash of the network that is indexed; null while nothing is. */
  constructor(private readonly readIndexed: () => Promise<string | null>) {}

  /**
   * Whether an endpoint is of another network than the indexed one, or than the endpoint that answered first while nothing
   * is indexed. Queries an endpoint whose hash is unknown. @throws EndpointFault where that endpoint does not answer
   */
  async isForeign(url: string, signal: AbortSignal): Promise<boolean> {
    const hash = this.knownHash(url) ?? (await this.read(url, signal));
    this.first ??= hash;
    this.indexed ??= await this.readIndexed().catch(() => null);
    return hash !== (this.indexed ?? this.first);
  }

  /** Whether the newest comparison, which has not expired, found another network. */
  isKnownForeign(url: string): boolean {
    const hash = this.knownHash(url);
    return hash !== null && hash !== (this.indexed ?? this.first);
  }

  /** Compares an endpoint again before its next use: after a failure, the address may name another node. */
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
  const [outcome] = await new Endpoint(url, 1).ask([{ method: "getGenesisHash", params: [] }], signal);
  const { success, data } = address.safeParse(outcome && "result" in outcome ? outcome.result : null);
  if (!success) throw new EndpointFault("did not state its genesis hash", "invalid");
  return data;
}
