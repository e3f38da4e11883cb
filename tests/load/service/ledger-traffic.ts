import { PublicKey } from "@solana/web3.js";
import type { TestLedger } from "@/ledger/tests/support/ledger";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { gzippedJson } from "../attacks/sampled-campaign";
import { type From, send, sendSigned } from "./send";

/** The attacks' own ledger has short slots, so that blocks are final within seconds. */
export const LEDGER_OPTIONS = { instant: false, slotMs: 100, finalizedAfter: 8 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A campaign on the ledger whose events a service has to show: each once, and no others. */
export class LedgerTraffic {
  private isPaused = false;

  private constructor(
    private readonly ledger: TestLedger,
    private readonly campaign: LedgerCampaign,
  ) {}

  static async begin(ledger: TestLedger): Promise<LedgerTraffic> {
    return new LedgerTraffic(ledger, await LedgerCampaign.create(ledger));
  }

  get treeAddress(): string {
    return this.campaign.treeAddress;
  }

  /** Registers the campaign at a service; returns the status of the response. */
  async register(from: From): Promise<number> {
    const { creator, leaves, registration } = this.campaign;
    const { verified: _, minCliffTime: _minCliffTime, ...facts } = registration;
    const wallet = { address: creator.publicKey.toBase58(), secretKey: creator.secretKey };
    const body = gzippedJson({ ...facts, leaves });
    return (await sendSigned(from, wallet, "/api/campaigns", body)).status;
  }

  /** Adds one event on the ledger, in a separate block. */
  async move(): Promise<void> {
    this.isPaused = !this.isPaused;
    await this.campaign.pause(this.isPaused);
    await pause(2 * LEDGER_OPTIONS.slotMs);
  }

  /**
   * Returns signatures of the campaign's transactions on the ledger except the first, which creates it and
   * has no event to show.
   */
  private async onLedger(): Promise<string[]> {
    const tree = new PublicKey(this.treeAddress);
    const listed = await this.ledger.connection.getSignaturesForAddress(tree, {}, "confirmed");
    return listed
      .filter(({ err }) => err === null)
      .map(({ signature }) => signature)
      .slice(0, -1);
  }

  private async shown(from: From): Promise<string[] | null> {
    const path = `/api/campaigns/${this.treeAddress}/timeline?limit=100`;
    const { status, text } = await send({ ...from, path, maxChars: 1_000_000 });
    if (status !== 200) return null;
    return JSON.parse(text).events.map(({ signature }: { signature: string }) => signature);
  }

  /**
   * Waits until a service shows the ledger's events; returns the seconds, or a sentence about different
   * events.
   */
  async untilShown(from: From, seconds: number): Promise<{ seconds: number; error: string | null }> {
    const started = performance.now();
    for (;;) {
      const [expected, shown] = [await this.onLedger(), await this.shown(from)];
      const passed = (performance.now() - started) / 1000;
      const isSame = shown !== null && shown.toSorted().join() === expected.toSorted().join();
      if (isSame) return { seconds: passed, error: null };
      if (passed > seconds) {
        const text = shown === null ? "no timeline" : `${shown.length} events`;
        return { seconds: passed, error: `${text} shown where the ledger has ${expected.length}` };
      }
      await pause(100);
    }
  }
}
