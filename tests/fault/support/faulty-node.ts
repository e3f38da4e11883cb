import http from "node:http";
import type { AddressInfo } from "node:net";

/** Misbehavior of one RPC endpoint. Every field can change while the endpoint serves. */
export type NodeFaults = {
  /** Slots by which `getSlot` is too low; too high where negative. */
  headLag: number;
  /** Leaves transactions above the reported head out of lists, as a node that is truly behind does. */
  listsLag: boolean;
  /** Signatures left out of every list; `getTransaction` still returns them. */
  hidden: Set<string>;
  /** Swaps neighboring entries of lists. */
  reordersLists: boolean;
  /** Repeats entries of lists. */
  duplicatesEntries: boolean;
  /** Signatures whose log is cut before the program's first event. */
  truncated: Set<string>;
  /** Signatures whose log is cut and whose inner instructions and balances are left out. */
  stripped: Set<string>;
  /** Signatures whose log is replaced by one that no run of the program writes. */
  garbled: Set<string>;
  /** Signatures that are reported as failed. */
  failed: Set<string>;
  /** Changes to the data of accounts, by address. */
  accounts: Map<string, (data: Buffer) => void>;
  /** Oldest slot of which history is kept. */
  firstStoredSlot: number;
  /** Refuses lists with a `before` or `until` that this returns true for, as nodes since Agave 4.0 do. */
  lacksCursor: (name: "before" | "until", signature: string) => boolean;
  /** Genesis hash of another network, which is stated instead of the node's own; null for none. */
  genesis: string | null;
  /** Refuses every request. */
  isDown: boolean;
};

const HEALTHY: () => NodeFaults = () => ({
  headLag: 0,
  listsLag: false,
  hidden: new Set(),
  reordersLists: false,
  duplicatesEntries: false,
  truncated: new Set(),
  stripped: new Set(),
  garbled: new Set(),
  failed: new Set(),
  accounts: new Map(),
  firstStoredSlot: 0,
  lacksCursor: () => false,
  genesis: null,
  isDown: false,
});

type Call = { id: unknown; method: string; params?: unknown[] };
type Reply = { id: unknown; result?: unknown; error?: { code: number; message: string } };
type ListEntry = { signature: string; slot: number; err: unknown };

/** A proxy in front of a healthy node that answers with the faults it is given. */
export class FaultyNode {
  readonly faults = HEALTHY();
  /** Methods of the requests that were answered, oldest first. */
  readonly answered: string[] = [];
  private head = 0;

  private constructor(
    private readonly upstream: string,
    private readonly server: http.Server,
  ) {}

  static async start(upstream: string): Promise<FaultyNode> {
    const server = http.createServer();
    const node = new FaultyNode(upstream, server);
    server.on("request", (request, response) => void node.handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return node;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Ends all faults. */
  heal(): void {
    Object.assign(this.faults, HEALTHY());
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (this.faults.isDown) {
      response.destroy();
      return;
    }
    const body: Call | Call[] = JSON.parse(Buffer.concat(chunks).toString());
    const answer = Array.isArray(body)
      ? await Promise.all(body.map((call) => this.answer(call)))
      : await this.answer(body);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  }

  private async answer(call: Call): Promise<Reply> {
    this.head = Number(
      (await this.request({ id: 0, method: "getSlot", params: [{ commitment: "processed" }] })).result,
    );
    this.answered.push(call.method);
    const refusal = this.refuse(call);
    if (refusal) return { id: call.id, error: refusal };
    return this.spoil(call, await this.request(call));
  }

  private async request(call: Call): Promise<Reply> {
    const response = await fetch(this.upstream, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", ...call }),
    });
    return response.json();
  }

  private get reportedHead(): number {
    return Math.max(0, this.head - this.faults.headLag);
  }

  /** Refuses requests for a slot that the node has not reached, if it is truly behind, and those for unknown cursors. */
  private refuse({ params }: Call): Reply["error"] | null {
    const isConfig = (param: unknown): param is Record<string, unknown> =>
      typeof param === "object" && param !== null;
    const config = (params ?? []).find(isConfig) ?? {};
    for (const name of ["before", "until"] as const) {
      const signature = config[name];
      if (typeof signature === "string" && this.faults.lacksCursor(name, signature)) {
        return { code: -32020, message: `${name} transaction not found` };
      }
    }
    const wanted = Number(config.minContextSlot ?? 0);
    if (!this.faults.listsLag || wanted <= this.reportedHead) return null;
    return { code: -32016, message: "Minimum context slot has not been reached" };
  }

  private spoil(call: Call, reply: Reply): Reply {
    if (reply.error) return reply;
    const { faults } = this;
    switch (call.method) {
      case "getSlot":
        return { ...reply, result: Math.max(0, Number(reply.result) - faults.headLag) };
      case "getGenesisHash":
        return { ...reply, result: faults.genesis ?? reply.result };
      case "getFirstAvailableBlock":
        return { ...reply, result: Math.max(Number(reply.result), faults.firstStoredSlot) };
      case "getSignaturesForAddress":
        return { ...reply, result: this.spoilList(reply.result as ListEntry[]) };
      case "getTransaction":
        return { ...reply, result: this.spoilTransaction(reply.result as LoggedTransaction, call) };
      case "getMultipleAccounts":
        return { ...reply, result: this.spoilAccounts(reply.result as AccountList, call) };
      default:
        return reply;
    }
  }

  private spoilList(list: ListEntry[]): ListEntry[] {
    const { faults } = this;
    const shown = list.filter(
      ({ signature, slot }) =>
        !faults.hidden.has(signature) &&
        slot >= faults.firstStoredSlot &&
        !(faults.listsLag && slot > this.reportedHead),
    );
    for (const entry of shown) if (faults.failed.has(entry.signature)) entry.err = FAILURE;
    if (faults.reordersLists && shown.length > 2)
      [shown[0], shown[1]] = [shown[1] as ListEntry, shown[0] as ListEntry];
    return faults.duplicatesEntries ? shown.flatMap((entry) => [entry, entry]) : shown;
  }

  private spoilTransaction(transaction: LoggedTransaction, { params }: Call): LoggedTransaction {
    if (transaction === null) return null;
    const { faults } = this;
    if (transaction.slot < faults.firstStoredSlot) return null;
    if (faults.listsLag && transaction.slot > this.reportedHead) return null;
    const signature = String(params?.[0]);
    const { meta } = transaction;
    if (!meta?.logMessages) return transaction;
    if (faults.failed.has(signature)) return { ...transaction, meta: { ...meta, err: FAILURE } };
    if (faults.garbled.has(signature)) return { ...transaction, meta: { ...meta, logMessages: GARBLED } };
    if (faults.stripped.has(signature)) {
      const { fee, logMessages } = meta;
      return { ...transaction, meta: { err: null, fee, logMessages: cutLog(logMessages) } };
    }
    if (!faults.truncated.has(signature)) return transaction;
    return { ...transaction, meta: { ...meta, logMessages: cutLog(meta.logMessages) } };
  }

  private spoilAccounts(list: AccountList, { params }: Call): AccountList {
    const addresses = (params?.[0] ?? []) as string[];
    const value = list.value.map((account, at) => {
      const change = this.faults.accounts.get(addresses[at] ?? "");
      if (!account || !change) return account;
      const data = Buffer.from(account.data[0], "base64");
      change(data);
      return { ...account, data: [data.toString("base64"), "base64"] as [string, string] };
    });
    return { ...list, value };
  }
}

const FAILURE = { InstructionError: [0, { Custom: 6000 }] };
const GARBLED = ["Program 11111111111111111111111111111111 success"];

function cutLog(logs: string[]): string[] {
  const cut = logs.findIndex((line) => line.startsWith("Program data: "));
  return [...logs.slice(0, cut === -1 ? 1 : cut), "Log truncated"];
}

type LoggedTransaction = {
  slot: number;
  meta: { err?: unknown; fee?: number; logMessages?: string[] } | null;
} | null;

type AccountList = { context: unknown; value: ({ data: [string, string] } | null)[] };
