import { AttackedService } from "../../tests/attack/service/service";
import type { LoopReport } from "./loop-probe";
import { percentile, rounded } from "./report";

const READ_EVERY_MS = 100;
const KEPT_CHARACTERS = 10_000;

export const HOST = "127.0.0.1";
const HEALTH = "/api/health";

export type Row = Record<string, string | number>;
export type Sent = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
};
type Answered = { status: number; bytes: number; tail: string };
type Waits = { times: number[]; failed: number };

/** The production build with a probe in its event loop, and others who read from it while it is asked for something. */
export class WatchedService {
  /** What somebody else reads meanwhile: a proof, once there is one. */
  proofPath = HEALTH;

  private constructor(private readonly service: AttackedService) {}

  /** On the data of a folder, with no limits of rate. */
  static async start(dataDir: string): Promise<WatchedService> {
    const settings = { LOG_LEVEL: "warn", RATE_LIMIT: "off" };
    const preload = "./bench/support/loop-probe.ts";
    return new WatchedService(await AttackedService.start({ settings, dataDir, preload }));
  }

  get port(): number {
    return this.service.port;
  }

  get url(): string {
    return this.service.url;
  }

  /** Asks it to end; the seconds that took. */
  stop(): Promise<number> {
    return this.service.stop();
  }

  /** Sends a request, and gives the last characters of its answer. */
  async ask({ path, ...init }: Sent): Promise<Answered> {
    const answer = await fetch(this.url + path, {
      method: init.body ? "POST" : "GET",
      ...init,
    } as RequestInit);
    let bytes = 0;
    let tail = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      tail = (tail + decoder.decode(chunk, { stream: true })).slice(-KEPT_CHARACTERS);
    }
    return { status: answer.status, bytes, tail };
  }

  /** Asks for what must be answered so: routes are loaded when they are first asked for, which is not measured. */
  async warm(sent: Sent, expected = 200): Promise<void> {
    const { status, tail } = await this.ask(sent);
    if (status !== expected) throw new Error(`${sent.path} was answered ${status}: ${tail}`);
  }

  /** Sends one request while the loop is watched and others read; also gives the last characters of its answer. */
  async measure(what: string, sent: Sent, expected: number): Promise<{ row: Row; tail: string }> {
    const { row, done } = await this.watch(what, () => this.ask(sent));
    const { status, tail, bytes } = done;
    if (status !== expected) throw new Error(`${what} was answered ${status}: ${tail}`);
    return { row: { ...row, answerMb: rounded(bytes / 1e6) }, tail };
  }

  /** The same while nothing is sent for so long: what the others' reads are held against. */
  async measureIdle(what: string, ms: number): Promise<Row> {
    const { row } = await this.watch(what, () => new Promise((resolve) => setTimeout(resolve, ms)));
    return row;
  }

  private async watch<T>(what: string, work: () => Promise<T>): Promise<{ row: Row; done: T }> {
    this.service.tell("watch");
    const stops = [this.proofPath, HEALTH].map((path) => this.readMeanwhile(path));
    const started = performance.now();
    const done = await work();
    const seconds = (performance.now() - started) / 1000;
    const [proofs, health] = (await Promise.all(stops.map((stop) => stop()))) as [Waits, Waits];
    const report = (await this.service.tellAndHear("report")) as LoopReport;
    const row = {
      what,
      seconds: rounded(seconds),
      longestMs: Math.round(report.longestMs),
      ownMs: Math.round(report.longestOwnMs),
      gcMs: Math.round(report.longestGcMs),
      over50Ms: report.over50Ms,
      proofP50: Math.round(percentile(proofs.times, 0.5)),
      proofP99: Math.round(percentile(proofs.times, 0.99)),
      proofWorst: Math.round(Math.max(0, ...proofs.times)),
      healthP99: Math.round(percentile(health.times, 0.99)),
      healthWorst: Math.round(Math.max(0, ...health.times)),
      failed: proofs.failed + health.failed,
      memoryMib: Math.round(report.peakMemoryMib),
    };
    return { row, done };
  }

  /** Reads over and over until it is told to stop; the milliseconds each took. */
  private readMeanwhile(path: string): () => Promise<Waits> {
    const times: number[] = [];
    let failed = 0;
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const started = performance.now();
        const answer = await fetch(this.url + path);
        await answer.arrayBuffer();
        if (!answer.ok) failed++;
        times.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      }
    })();
    return async () => {
      isOver = true;
      await reading;
      return { times, failed };
    };
  }
}
