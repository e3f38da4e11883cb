import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ProofView } from "@/lib/contract/leaf";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { type Answer, registration, type Sent, send, signNonce } from "../load/service/send";

type Campaign = Awaited<ReturnType<typeof registration>>;

/**
 * The failures that a kill may cause for clients while it lasts, besides writes that are refused with 503 and
 * Retry-After.
 */
export type Excused = "connections cut" | "nonces lost" | "reads refused" | undefined;

export type Tally = {
  seconds: number;
  good: number;
  refused: number;
  /** Connections that ended without a response. */
  cut: number;
  /** Sign-ins whose nonce was lost. */
  nonceless: number;
  writes: number;
};

const LEAVES = 10;
const READERS = 6;
const WRITERS = 2;
/**
 * Enough addresses that no client meets its limit; a prime, so that each address sends every kind of request.
 */
const CLIENTS = 401;
const TIMEOUT_MS = 30_000;
const RETRY_MS = 100;
const MAX_STORED = 200_000;

const emptyTally = (): Tally => ({ seconds: 0, good: 0, refused: 0, cut: 0, nonceless: 0, writes: 0 });

/** Sends reads whose responses are verified, and registrations that are read back, until `end`. */
export class Load {
  /** Sentences for unexpected results. */
  readonly wrong = new Set<string>();
  /** The number of refusals by their text. */
  readonly refusals = new Map<string, number>();
  /** Campaigns with an acknowledged registration; reads start with these. */
  readonly acknowledged: Campaign[] = [];
  /** Registrations that were sent, but never answered. */
  private readonly unknown = new Set<Campaign>();
  private readonly clients = Array.from({ length: CLIENTS }, (_, index) => ({
    localAddress: `127.60.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    agent: new Agent({ keepAlive: this.reusesConnections, maxSockets: 2 }),
  }));
  private step = 0;
  private isOver = false;
  private running: Promise<unknown> | undefined;
  private tally = emptyTally();
  private excused: Excused;
  private startedMs = performance.now();
  /** The most events of the ledger's campaign in any response. */
  private maxEvents = 0;

  constructor(
    private readonly port: number,
    private readonly ledgerTree: string,
    /** Whether clients reuse their connections. */
    private readonly reusesConnections = true,
  ) {}

  begin(): void {
    const reader = async () => {
      while (!this.isOver) await this.read();
    };
    const writer = async () => {
      while (!this.isOver) await this.write(await registration(LEAVES));
    };
    const all = [...Array.from({ length: READERS }, reader), ...Array.from({ length: WRITERS }, writer)];
    this.running = Promise.all(all);
  }

  /** Returns the counts so far; later failures of the given kind are excused. */
  take(excused?: Excused): Tally {
    const now = performance.now();
    const taken = { ...this.tally, seconds: (now - this.startedMs) / 1000 };
    this.startedMs = now;
    this.tally = emptyTally();
    this.excused = excused;
    return taken;
  }

  /** Stops, resolves the registrations with an unknown outcome, and looks for every acknowledged one. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
    for (const campaign of [...this.unknown]) await this.write(campaign);
    for (const campaign of this.acknowledged) await this.readBack(campaign, "in the end");
    for (const { agent } of this.clients) agent.destroy();
  }

  /** Returns whether every kind of request succeeds as before. */
  async isServed(): Promise<boolean> {
    const [campaign] = this.acknowledged;
    const { beneficiary = "" } = campaign?.prepared.leaves[0] ?? {};
    const tree = `/api/campaigns/${campaign?.treeAddress}`;
    const paths = [tree, `${tree}/proof?beneficiary=${beneficiary}`, "/api/campaigns", "/api/auth/nonce"];
    const answers = await Promise.all(paths.map((path) => this.request({ path, agent: undefined })));
    return answers.every(({ status }) => status === 200);
  }

  /** Sends one request from the next address. */
  private async request(sent: Sent): Promise<Answer> {
    const client = this.clients[this.step++ % CLIENTS];
    const answer = await send({
      ...client,
      maxChars: MAX_STORED,
      ...sent,
      // The proxy caches responses for one second.
      headers: { "cache-control": "no-cache", ...sent.headers },
      port: this.port,
      timeout: TIMEOUT_MS,
    });
    const { status, retryAfter, text } = answer;
    const what = `${sent.method ?? "GET"} ${sent.path?.replaceAll(/[1-9A-HJ-NP-Za-km-z]{32,44}/g, "…")}`;
    if (status >= 200 && status <= 299) this.tally.good++;
    else if (status === 503 && retryAfter !== null) this.noteRefusal(what, text);
    else if (status === 401 && this.excused === "nonces lost") this.tally.nonceless++;
    else if (
      status === 0 &&
      /ECONNRESET|hang up|EPIPE|aborted/.test(text) &&
      this.excused === "connections cut"
    )
      this.tally.cut++;
    else {
      const { requestId: _, ...body } = status === 0 ? { error: text } : JSON.parse(text);
      this.wrong.add(`${what} was answered ${status}: ${JSON.stringify(body).slice(0, 200)}`);
    }
    return answer;
  }

  private noteRefusal(what: string, text: string): void {
    this.tally.refused++;
    const words = `${what} was refused: ${JSON.parse(text).error}`;
    this.refusals.set(words, (this.refusals.get(words) ?? 0) + 1);
    const isRead = what.startsWith("GET") && !what.includes("nonce");
    if (isRead && this.excused !== "reads refused") this.wrong.add(words);
  }

  private async read(): Promise<void> {
    const known = this.acknowledged.length;
    const campaign = this.acknowledged[this.step % known];
    if (!campaign) return void (await pause(RETRY_MS));
    const events = this.maxEvents;
    switch (this.step % 4) {
      case 0:
        return this.readProof(campaign);
      case 1:
        return this.readDetail(campaign);
      case 2: {
        const { status, text } = await this.request({ path: "/api/campaigns?limit=5" });
        if (status === 200 && JSON.parse(text).total < known)
          this.wrong.add(
            `a list counted ${JSON.parse(text).total} of ${known} campaigns that had been acknowledged`,
          );
        return;
      }
      default: {
        const path = `/api/campaigns/${this.ledgerTree}/timeline?limit=100`;
        const { status, text } = await this.request({ path });
        if (status !== 200) return;
        const { total } = JSON.parse(text);
        if (total < events) this.wrong.add(`a timeline went back from ${events} to ${total} events`);
        this.maxEvents = Math.max(this.maxEvents, total);
      }
    }
  }

  private async readProof({ treeAddress, prepared }: Campaign): Promise<void> {
    const leaf = prepared.leaves[this.step % LEAVES];
    const path = `/api/campaigns/${treeAddress}/proof?beneficiary=${leaf?.beneficiary}`;
    const { status, text } = await this.request({ path });
    if (status !== 200) return;
    const answered = JSON.parse(text) as ProofView;
    const of = { leaf: toLeaf(answered.leaf), proof: toProofBytes(answered.proof) };
    const isRight =
      of.leaf.leafIndex === leaf?.leafIndex &&
      (await verifyProof({ ...of, root: prepared.tree.root, leafCount: LEAVES }));
    if (!isRight) this.wrong.add("a proof does not lead to its root");
  }

  private async readDetail(campaign: Campaign): Promise<void> {
    const { status, text } = await this.request({ path: `/api/campaigns/${campaign.treeAddress}` });
    if (status === 200) this.judge(campaign, JSON.parse(text));
  }

  private judge({ prepared, wallet }: Campaign, detail: { merkleRoot: string; creator: string }): void {
    if (detail.merkleRoot !== prepared.tree.root || detail.creator !== wallet.address)
      this.wrong.add("a detail is not of its campaign");
  }

  /**
   * Registers a campaign as its wallet until the registration is acknowledged, and reads the campaign back at
   * once.
   */
  private async write(campaign: Campaign): Promise<void> {
    const until = performance.now() + TIMEOUT_MS;
    while (performance.now() < until) {
      const nonce = await this.request({ path: "/api/auth/nonce" });
      if (nonce.status === 200) {
        const encoding = { "content-type": "application/json", "content-encoding": "gzip" };
        const headers = { ...signNonce(nonce.text, campaign.wallet), ...encoding };
        this.unknown.add(campaign);
        const sent = { method: "POST", path: "/api/campaigns", headers, body: campaign.body };
        const { status } = await this.request(sent);
        if (status === 201 || status === 200) {
          this.unknown.delete(campaign);
          this.tally.writes++;
          await this.readBack(campaign, "right after it was acknowledged");
          this.acknowledged.push(campaign);
          return;
        }
      }
      await pause(RETRY_MS);
      if (this.isOver && !this.unknown.has(campaign)) return;
    }
    this.wrong.add("a registration was not acknowledged within 30 s");
  }

  /** Reads a campaign as its wallet and as a beneficiary; every response must be complete. */
  private async readBack(campaign: Campaign, when: string): Promise<void> {
    const { treeAddress, wallet, prepared } = campaign;
    const { beneficiary } = prepared.leaves[0] ?? {};
    const paths = [
      `/api/campaigns/${treeAddress}`,
      `/api/campaigns?creator=${wallet.address}`,
      `/api/campaigns/${treeAddress}/proof?beneficiary=${beneficiary}`,
      `/api/beneficiary/${beneficiary}/campaigns`,
    ];
    await Promise.all(
      paths.map(async (path) => {
        const { status, text } = await this.untilAnswered(path);
        const isThere = status === 200 && text.includes(treeAddress);
        if (!isThere)
          this.wrong.add(
            `${when}, a campaign was not in ${path.replace(/[?/][^/?]{32,}/g, "/…")}: ${status}`,
          );
      }),
    );
  }

  private async untilAnswered(path: string): Promise<Answer> {
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const answer = await this.request({ path });
      const isNone = answer.status === 503 || answer.status === 0;
      if (!isNone || performance.now() > until) return answer;
      await pause(RETRY_MS);
    }
  }
}
