import { expect } from "vitest";
import type { MerkleTree } from "@/lib/core/merkle/tree";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { getAddress, type Outcome, type Svm } from "../../support/svm";
import { Campaign } from "../campaign";
import { DAY, type Kind, START } from "../campaign-plan";
import { Model } from "./model";
import { Refused } from "./model-state";
import { type Action, SUPPLY } from "./random-actions";

export type LeafSet = { leaves: Leaf[]; merkle: MerkleTree };

/** A campaign on the machine beside its model. Each step runs on both and must have the same outcome. */
export class ModelComparison {
  readonly campaign: Campaign;
  readonly model: Model;
  private readonly accounts: string[];
  private readonly before: bigint[];
  private donated = 0n;

  constructor(
    readonly svm: Svm,
    kind: Kind,
    readonly sets: LeafSet[],
    readonly cancellable: boolean,
  ) {
    svm.now = START;
    const campaign = new Campaign(svm, kind);
    const { treeAddress, mint } = campaign;
    const people = [0, 1, 2].map((who) => campaign.address(who));
    if (kind === "token") for (const owner of people) svm.mintTo(mint, owner, 0n);
    const setting = { kind, treeAddress, mint, creator: getAddress(campaign.creator), people };
    this.model = new Model({ ...setting, treeRent: svm.rent(323), recordRent: svm.rent(232) }, START);
    this.campaign = campaign;
    this.accounts = [campaign.creatorAta ?? setting.creator, ...people.map((_, who) => campaign.payee(who))];
    this.before = this.balances();
  }

  private balances(): bigint[] {
    return this.accounts.map((at) => this.campaign.balance(at));
  }

  private use(set: number | null): LeafSet {
    const current = this.sets.find(({ merkle }) => merkle.root === this.model.tree?.merkleRoot);
    const chosen = (set === null ? current : this.sets[set]) ?? this.sets[0];
    if (!chosen) throw new RangeError("There are no leaf sets.");
    Object.assign(this.campaign, chosen);
    return chosen;
  }

  private terms() {
    const { campaign } = this;
    return {
      merkleRoot: campaign.root(),
      leafCount: campaign.leaves.length,
      minCliffTime: campaign.minCliffTime(),
    };
  }

  /**
   * Returns the leaf that withdraw and cancel_stream rebuild, and its root: the one-leaf plans differ only in
   * release type.
   */
  private streamLeaf(set: number | null): [Leaf, string] {
    this.use(set);
    const leaf = { ...this.campaign.leaf(), amount: SUPPLY };
    const stream = this.sets.find(
      ({ leaves }) => leaves.length === 1 && leaves[0]?.releaseType === leaf.releaseType,
    );
    return [leaf, stream?.merkle.root ?? "none"];
  }

  /** Returns the model's and the machine's execution of an action that sends a transaction. */
  private halves(step: Exclude<Action, { do: "warp" | "donate" }>): [() => void, () => Outcome] {
    const { campaign, model } = this;
    switch (step.do) {
      case "create": {
        this.use(step.set);
        const { cancellable } = this;
        const cancelAuthority = cancellable ? getAddress(campaign.cancelAuthority) : null;
        const args = { totalSupply: SUPPLY, cancellable, cancelAuthority };
        return [() => model.create(this.terms(), SUPPLY, cancellable), () => campaign.create({ args })];
      }
      case "fund":
        return [() => model.fund(step.amount), () => campaign.fund(step.amount)];
      case "claim": {
        const { leaves, merkle } = this.use(step.set);
        const index = step.leaf % leaves.length;
        const proof = { root: merkle.root, length: merkle.depth };
        return [() => model.claim(campaign.leaf(index), proof), () => campaign.claim(index)];
      }
      case "withdraw": {
        const leaf = this.streamLeaf(step.set);
        return [() => model.withdraw(...leaf), () => campaign.withdraw()];
      }
      case "cancelStream": {
        const leaf = this.streamLeaf(step.set);
        return [() => model.cancelStream(...leaf), () => campaign.cancelStream()];
      }
      case "updateRoot":
        this.use(step.set);
        return [() => model.updateRoot(this.terms()), () => campaign.updateRoot()];
      case "release":
        return [() => model.release(step.milestone), () => campaign.release(step.milestone)];
      case "closeRecord":
        return [() => model.closeRecord(step.who), () => campaign.closeRecord(step.who)];
      case "pause":
      case "unpause":
        return [() => model.setPaused(step.do === "pause"), () => campaign[step.do]()];
      case "cancel":
      case "instantRefund":
      case "withdrawUnvested":
        return [() => model[step.do](), () => campaign[step.do]()];
    }
  }

  step(step: Action): void {
    const { model } = this;
    if (step.do === "warp") {
      this.svm.now += step.by;
      model.now = this.svm.now;
      return;
    }
    if (step.do === "donate") {
      // Lamports sent to a closed tree belong to no campaign.
      if (model.tree === null) return;
      this.campaign.donate(step.amount);
      model.donate(step.amount);
      this.donated += step.amount;
      return;
    }
    const [inModel, onMachine] = this.halves(step);
    model.events = [];
    let expected: string | null = null;
    try {
      inModel();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      expected = error.message;
    }
    const outcome = onMachine();
    expect(outcome.error, outcome.logs.join("\n")).toBe(expected);
    if (expected === null) expect(outcome.events).toEqual(model.events);
    this.compare();
  }

  private compare(): void {
    const { campaign, model } = this;
    const state = campaign.state();
    if (model.tree) expect(state).toMatchObject(model.tree);
    else expect(state).toBeNull();
    for (const who of [0, 1, 2]) {
      const record = model.records.get(who);
      if (record) expect(campaign.record(who)).toMatchObject(record);
      else expect(campaign.record(who)).toBeNull();
    }
    expect(campaign.held()).toBe(model.held);
    const gains = this.balances().map((balance, index) => balance - (this.before[index] ?? 0n));
    expect(gains).toEqual([model.creatorGain, ...model.gains]);
    // The sum is constant: the people's gains equal the losses of the campaign and its accounts.
    const rents = [campaign.treeAddress, ...[0, 1, 2].map((who) => campaign.recordAddress(who))];
    const inAccounts =
      campaign.kind === "token"
        ? campaign.held()
        : rents.reduce((sum, at) => sum + this.svm.lamports(at), 0n);
    expect(gains.reduce((sum, gain) => sum + gain, inAccounts)).toBe(this.donated);
  }

  /** Ends the campaign by instructions alone. A cancelled one then holds nothing, and has no records. */
  windUp(): void {
    const { model } = this;
    this.step({ do: "unpause" });
    this.step({ do: "cancel" });
    this.step({ do: "warp", by: 11n * DAY });
    this.step({ do: "withdrawUnvested" });
    if (!this.cancellable) this.payEverything();
    for (const who of [0, 1, 2]) this.step({ do: "closeRecord", who });
    if (model.tree === null || model.tree.cancelledAt === null) return;
    expect(model.held).toBe(0n);
    expect(model.records.size).toBe(0);
  }

  private payEverything(): void {
    const { model } = this;
    for (const milestone of [3, 9]) this.step({ do: "release", milestone });
    const missing = model.tree ? SUPPLY - model.tree.totalClaimed - model.held : 0n;
    if (missing > 0n) this.step({ do: "fund", amount: missing });
    for (const leaf of this.use(null).leaves.keys()) this.step({ do: "claim", set: null, leaf });
  }
}
