import { startReplays } from "@/bench/support/replay-node";
import type { Database } from "@/db/client";
import { insertCampaign } from "@/db/queries/registration/registration";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { createChain } from "@/lib/service/chain/chain";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { GivenLeaves } from "@/lib/service/registration/leaves";
import { leafBatches, type ProvedLeaves, proveLeaves } from "@/lib/service/registration/submitted-tree";
import { named } from "@/tests/indexer/support/fake-ledger";
import { indexerContext } from "@/tests/indexer/support/index-of";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";

const PEOPLE = 40;
/** Slots after the last transaction: a snapshot contains only slots that are that much below the final one. */
const MARGIN_SLOTS = 64;

type Size = {
  claims: number;
  leaves: number;
  /** Milliseconds before each response of the node. */
  delayMs: number;
};

/** A campaign whose history is complete and final, and a node that serves it slowly and without a change. */
export class ReplayedHistory {
  private constructor(
    readonly url: string,
    private readonly campaign: LedgerCampaign,
    private readonly proved: ProvedLeaves,
    /** `created_at` of the campaign's account. */
    private readonly createdAt: bigint,
    readonly close: () => Promise<void>,
  ) {}

  static async create({ claims, leaves, delayMs }: Size): Promise<ReplayedHistory> {
    const ledger = await TestLedger.start();
    const others = Array.from({ length: leaves - PEOPLE }, (_, at) => named(`recipient ${at}`));
    const campaign = await LedgerCampaign.create(ledger, PEOPLE, others);
    await campaign.claimRepeatedly(claims / 2);
    for (const isPaused of [true, false]) await campaign.pause(isPaused);
    await campaign.claimRepeatedly(claims / 2);
    await campaign.pause();
    ledger.controls.advanceSlots(MARGIN_SLOTS);
    const { merkle, leaves: all } = campaign;
    const list = new GivenLeaves(all.length, LeafList.of(all).bytes, null, []);
    const proved = await proveLeaves({ list, merkleRoot: merkle.root, leafCount: all.length });
    const [replay] = await startReplays(ledger.url, [delayMs]);
    if (!replay) throw new Error("The node did not start.");
    const [account] = (await createChain({ urls: [ledger.url] }).getVestingTrees([campaign.treeAddress]))
      .trees;
    if (!account) throw new Error("The campaign has no account.");
    const close = async () => {
      await replay.close();
      await ledger.close();
    };
    return new ReplayedHistory(replay.url, campaign, proved, account.createdAt, close);
  }

  /** Returns the context of an indexer that reads the node. */
  getContext(db: Database): IndexerContext {
    return indexerContext(db, createChain({ urls: [this.url] }));
  }

  /** Registers the campaign with all its leaves. */
  async register(db: Database): Promise<void> {
    const { createdAt, campaign } = this;
    const { registration, leaves } = campaign;
    const { usedMilestones, firstTimedCliff, minCliffTime, unlocks } = this.proved;
    const { cancellable = false, cancelAuthority = null, pauseAuthority = null } = registration;
    const terms = { cancellable, cancelAuthority, pauseAuthority, leafCount: leaves.length };
    const facts = { usedMilestones, firstTimedCliff, minCliffTime, createdAt, accountCreatedAt: createdAt };
    await insertCampaign(db, {
      campaign: { ...registration, ...terms, ...facts, metadata: null, verified: true },
      ...{ ipfsCid: null, leaves: leafBatches(this.proved), unlocks },
    });
  }
}
