import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PreparedTree } from "@/lib/service/registration/prepare";
import { createWallet, type Wallet } from "@/tests/support/http";
import { signIn } from "../../tests/attack/service/send";
import { AttackedService } from "../../tests/attack/service/service";
import { type BenchDatabase, createDatabase, serverMs } from "./database";
import { forgetPeak, memoryOf, processorMs } from "./processor";
import { writeRegistration } from "./registration-body";

const HOST = "127.0.0.1";

export type Times = { seconds: number; cpuSeconds: number };
export type Measured = Times & { peakMemoryMib: number };

/** Runs work between two looks at the clock and at what `processor` says of the milliseconds it had. */
export async function timed(processor: () => Promise<number>, work: () => Promise<unknown>): Promise<Times> {
  const [startMs, startProcessor] = [performance.now(), await processor()];
  await work();
  const seconds = (performance.now() - startMs) / 1000;
  return { seconds, cpuSeconds: ((await processor()) - startProcessor) / 1000 };
}

/** With what the database server's processes had; of a server elsewhere nothing is known. */
export const withServer = async (ownMs: number) => ownMs + ((await serverMs()) ?? Number.NaN);

export type Post = {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body: Buffer | string;
};

/** Sends a body and reads the answer to its end; gives how long that is, and its beginning. */
export async function post({ body, headers, ...to }: Post): Promise<{ bytes: number; start: string }> {
  const all = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  };
  const sent = request({ host: HOST, method: "POST", ...to, headers: all, agent: false });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.end(body);
  const [answer] = await answered;
  let bytes = 0;
  let start = "";
  for await (const chunk of answer) {
    if (bytes < 10_000) start += chunk;
    bytes += chunk.length;
  }
  const isGood = answer.statusCode === 200 || answer.statusCode === 201;
  if (!isGood) throw new Error(`${to.path} was answered ${answer.statusCode}: ${start.slice(0, 300)}`);
  return { bytes, start };
}

/** The production build on an empty database of its own, and what sends it long lists. */
export class BulkService {
  private lastCampaignId = 0n;

  private constructor(
    private readonly service: AttackedService,
    private readonly database: BenchDatabase,
    private readonly folder: string,
  ) {}

  static async start(): Promise<BulkService> {
    const database = await createDatabase("postgres");
    const settings = {
      ...database.settings,
      RATE_LIMIT: "off",
      LOG_LEVEL: "warn",
      // No ledger holds what is registered here.
      UNCONFIRMED_LEAVES: "1000000000",
      UNCONFIRMED_LEAVES_PER_WALLET: "1000000000",
    };
    const folder = await mkdtemp(join(tmpdir(), "vesting-index-bulk-"));
    return new BulkService(await AttackedService.start({ settings }), database, folder);
  }

  get port(): number {
    return this.service.port;
  }

  get databaseUrl(): string {
    return this.database.settings.DATABASE_URL ?? "";
  }

  /** A registration's body as clients send it, of a campaign of its own. */
  async bodyOf(prepared: PreparedTree, creator: string): Promise<Buffer> {
    const path = join(this.folder, "body.json");
    this.lastCampaignId += 1n;
    const form = { proofs: false, gzip: false };
    await writeRegistration(prepared, { path, creator, campaignId: this.lastCampaignId, ...form });
    return readFile(path);
  }

  signed(wallet: Wallet): Promise<{ authorization: string }> {
    return signIn({ port: this.port, localAddress: HOST }, wallet);
  }

  /** Signed for by a wallet of its own. */
  async registrationOf(prepared: PreparedTree): Promise<Post> {
    const wallet = createWallet();
    const body = await this.bodyOf(prepared, wallet.address);
    return { port: this.port, path: "/api/campaigns", headers: await this.signed(wallet), body };
  }

  /** What work costs the service, and where it stores, the database server. */
  async measure(work: () => Promise<unknown>, { stores }: { stores: boolean }): Promise<Measured> {
    const { pid } = this.service;
    forgetPeak(pid);
    const processor = async () => (stores ? withServer(processorMs(pid)) : processorMs(pid));
    const times = await timed(processor, work);
    return { ...times, peakMemoryMib: Math.round(memoryOf(pid).peak) };
  }

  async remove(): Promise<void> {
    await this.service.remove();
    await this.database.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
