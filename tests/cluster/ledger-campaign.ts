import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "@solana/web3.js";
import { DEMO_CREATOR, type DemoAccount, demoAccount } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { planCreateCampaign } from "@/lib/core/plans/create-campaign";
import { planPause, planUnpause } from "@/lib/core/plans/govern-campaign";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { recipientsTree } from "@/tests/support/registration-body";
import { send, sendSigned } from "../load/service/send";

const CAMPAIGN_ID = 1n;
const SHOWN_MS = 60_000;

/** A campaign on a ledger of another process. A service has to show all of its events, and no other. */
export class LedgerCampaign {
  /** Signatures of its events, oldest first. */
  private readonly signatures: string[] = [];
  private isOver = false;
  private running: Promise<void> | undefined;

  private constructor(
    private readonly ledger: DemoLedger,
    private readonly creator: DemoAccount,
    readonly treeAddress: string,
    private readonly body: string,
  ) {}

  static async create(url: string): Promise<LedgerCampaign> {
    const ledger = new DemoLedger(new Connection(url, "confirmed"));
    const creator = await demoAccount(DEMO_CREATOR);
    if (!creator) throw new Error("The demo creator is missing.");
    await ledger.fillUp(creator);
    const { tree, leaves, minCliffTime, totalSupply } = await recipientsTree(2);
    const identity = { creator: creator.address, mint: NATIVE_MINT, campaignId: CAMPAIGN_ID };
    const terms = { merkleRoot: tree.root, leafCount: 2, totalSupply, cancellable: true };
    const authorities = { cancelAuthority: creator.address, pauseAuthority: creator.address };
    const plans = planCreateCampaign({ ...identity, ...terms, ...authorities, minCliffTime });
    for (const { instructions } of plans) await ledger.send(instructions, [creator]);
    const treeAddress = findVestingTreeAddress(identity).address;
    const fields = { treeAddress, ...identity, ...terms, ...authorities, createdAt: 1_700_000_000, leaves };
    const body = JSON.stringify(fields, (_, value) => (typeof value === "bigint" ? value.toString() : value));
    return new LedgerCampaign(ledger, creator, treeAddress, body);
  }

  async register(from: { port: number; localAddress: string }): Promise<void> {
    const { gzipSync } = await import("node:zlib");
    const wallet = { address: this.creator.address, secretKey: this.creator.secretKey };
    const { status, text } = await sendSigned(from, wallet, "/api/campaigns", gzipSync(this.body));
    if (status !== 201) throw new Error(`The ledger's campaign was answered ${status}: ${text}`);
  }

  /** Sends one event after the other until `end`. */
  begin(): void {
    const one = async () => {
      const of = { treeAddress: this.treeAddress, pauseAuthority: this.creator.address };
      const { instructions } = this.signatures.length % 2 === 0 ? planPause(of) : planUnpause(of);
      this.signatures.push(await this.ledger.send(instructions, [this.creator]));
    };
    this.running = (async () => {
      while (!this.isOver) await one();
    })();
  }

  /** Returns the number of events, and a sentence if a service shows different ones. */
  async end(port: number): Promise<{ events: number; error: string | null }> {
    this.isOver = true;
    await this.running;
    const wanted = this.signatures.slice(-100).toReversed().join();
    const until = performance.now() + SHOWN_MS;
    for (;;) {
      const path = `/api/campaigns/${this.treeAddress}/timeline?limit=100`;
      const { status, text } = await send({ port, path, localAddress: "127.61.0.1", maxChars: 1_000_000 });
      const shown: string[] =
        status === 200
          ? JSON.parse(text).events.map(({ signature }: { signature: string }) => signature)
          : [];
      const events = this.signatures.length;
      if (shown.join() === wanted) return { events, error: null };
      if (performance.now() > until)
        return { events, error: `${shown.length} events are shown where the ledger has ${events}` };
      // The rate limit allows a client one request per second.
      await pause(1_000);
    }
  }
}
