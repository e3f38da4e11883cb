import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { ModelState, type Terms, unless } from "./model-state";

/** The root of a proof, and its number of siblings. */
export type ModelProof = { root: string; length: number };

/** The vesting program's rules for one campaign, written from its interface and independent of its code. */
export class Model extends ModelState {
  create(terms: Terms, supply: bigint, cancellable: boolean): void {
    const { treeAddress: tree, creator, mint, treeRent } = this.setting;
    unless(this.tree === null, "Custom(0)");
    this.tree = {
      ...terms,
      totalSupply: supply,
      totalClaimed: 0n,
      cancellable,
      cancelledAt: null,
      paused: false,
      createdAt: this.now,
      releasedMilestones: [],
      instantRefunded: false,
    };
    if (this.native) this.creatorGain -= treeRent;
    const { leafCount } = terms;
    this.emit({
      name: "CampaignCreated",
      data: { tree, creator, mint, totalSupply: supply, leafCount, cancellable },
    });
  }

  fund(amount: bigint): void {
    const tree = this.existing();
    unless(amount > 0n, "ZeroAmount");
    unless(tree.cancelledAt === null, "CampaignCancelled");
    unless(this.held + amount <= tree.totalSupply, "OverFunded");
    this.creatorGain -= amount;
    this.held += amount;
    const data = { tree: this.setting.treeAddress, amount, vaultBalanceAfter: this.purse };
    this.emit({ name: "CampaignFunded", data });
  }

  donate(amount: bigint): void {
    this.held += amount;
  }

  claim(leaf: Leaf, proof: ModelProof, single = false): void {
    const tree = this.existing();
    unless(!tree.instantRefunded, "InstantRefundedCampaign");
    unless(!tree.paused || tree.cancelledAt !== null, "CampaignPaused");
    unless(proof.length <= Math.ceil(Math.log2(tree.leafCount)), "ProofTooLong");
    unless(proof.root === tree.merkleRoot, "InvalidProof");
    const who = this.setting.people.indexOf(leaf.beneficiary);
    const amount = this.due(tree, leaf, { who, single });
    const total = tree.totalClaimed + amount;
    const isFinal = this.native && total === tree.totalSupply;
    unless(this.held >= amount, "InsufficientVault");
    unless(total <= tree.totalSupply, "OverClaim");
    unless(this.hasCapacity(who, leaf), "PerLeafCapExceeded");

    if (!this.records.has(who) && this.native) this.gain(who, -this.setting.recordRent);
    const record = this.recordFor(who, single ? tree.totalSupply : 0n);
    if (!single && this.isFirstClaim(record, leaf)) record.totalEntitled += leaf.amount;
    this.book(record, leaf, amount);
    tree.totalClaimed = total;
    this.gain(who, isFinal ? this.purse : amount);
    this.held = isFinal ? 0n : this.held - amount;
    if (isFinal) this.tree = null;
    const data = {
      tree: this.setting.treeAddress,
      beneficiary: leaf.beneficiary,
      leafIndex: leaf.leafIndex,
      amount,
      totalClaimedByUser: record.claimedAmount,
      totalClaimedOverall: total,
      milestoneIdx: leaf.releaseType === ReleaseType.Milestone ? leaf.milestoneIdx : null,
    };
    this.emit({ name: "Claimed", data });
  }

  withdraw(leaf: Leaf, root: string): void {
    unless(this.existing().leafCount === 1, "NotSingleStream");
    this.claim(leaf, { root, length: 0 }, true);
  }

  cancel(): void {
    const tree = this.existing();
    unless(tree.cancellable, "NotCancellable");
    unless(tree.cancelledAt === null, "AlreadyCancelled");
    unless(tree.totalClaimed < tree.totalSupply, "FullyVested");
    this.setCancelled(tree);
    const data = {
      tree: this.setting.treeAddress,
      cancelledAt: this.now,
      claimedAtCancel: tree.totalClaimed,
    };
    this.emit({ name: "CampaignCancelled", data });
  }

  cancelStream(leaf: Leaf, root: string): void {
    const tree = this.existing();
    unless(tree.leafCount === 1, "NotSingleStream");
    unless(tree.cancellable, "NotCancellable");
    unless(tree.cancelledAt === null, "AlreadyCancelled");
    unless(tree.totalClaimed < tree.totalSupply, "FullyVested");
    unless(root === tree.merkleRoot, "InvalidProof");
    const who = this.setting.people.indexOf(leaf.beneficiary);
    const amount = this.vestedAndUnclaimed(tree, leaf, who);
    unless(this.held >= amount, "InsufficientVault");
    unless(this.held > 0n, "NothingToClaim");
    unless(tree.totalClaimed + amount <= tree.totalSupply, "OverClaim");
    unless(amount === 0n || this.hasCapacity(who, leaf), "PerLeafCapExceeded");

    const rest = this.purse - amount;
    tree.totalClaimed += amount;
    this.setCancelled(tree);
    if (!this.records.has(who) && this.native) this.creatorGain -= this.setting.recordRent;
    const record = this.recordFor(who, tree.totalSupply);
    if (amount > 0n) this.book(record, leaf, amount);
    this.gain(who, amount);
    this.creatorGain += rest;
    this.held = 0n;
    if (this.native) this.tree = null;
    const amounts = { amountToBeneficiary: amount, amountToCreator: rest };
    const data = { tree: this.setting.treeAddress, cancelledAt: this.now, ...amounts };
    this.emit({ name: "StreamCancelled", data });
  }

  release(milestoneIdx: number): void {
    const tree = this.existing();
    unless(!tree.instantRefunded, "InstantRefundedCampaign");
    unless(!tree.releasedMilestones.includes(milestoneIdx), "MilestoneAlreadyReleased");
    tree.releasedMilestones = [...tree.releasedMilestones, milestoneIdx].sort((a, b) => a - b);
    const data = { tree: this.setting.treeAddress, milestoneIdx, releasedBy: this.setting.creator };
    this.emit({ name: "MilestoneReleased", data });
  }

  updateRoot(terms: Terms): void {
    const tree = this.existing();
    unless(tree.cancellable, "NotCancellable");
    unless(tree.cancelledAt === null, "CampaignCancelled");
    unless(terms.merkleRoot !== tree.merkleRoot, "SameRoot");
    const roots = { oldRoot: tree.merkleRoot, newRoot: terms.merkleRoot };
    const data = { tree: this.setting.treeAddress, ...roots, newLeafCount: terms.leafCount };
    Object.assign(tree, terms);
    this.emit({ name: "RootUpdated", data });
  }

  withdrawUnvested(): void {
    const tree = this.existing();
    unless(tree.cancelledAt !== null, "NotCancelled");
    unless(this.isGraceOver(tree), "GracePeriodActive");
    const amount = this.sweep();
    this.emit({ name: "UnvestedWithdrawn", data: { tree: this.setting.treeAddress, amount } });
  }

  instantRefund(): void {
    const tree = this.existing();
    unless(tree.cancellable, "NotCancellable");
    unless(tree.cancelledAt === null, "AlreadyCancelled");
    unless(tree.totalClaimed < tree.totalSupply, "FullyVested");
    unless(tree.leafCount > 1, "NotMultiLeafCampaign");
    unless(this.now < tree.minCliffTime, "CampaignAlreadyStarted");
    unless(tree.releasedMilestones.length === 0, "MilestoneAlreadyReleased");
    const amount = this.sweep();
    this.setCancelled(tree);
    tree.instantRefunded = true;
    const { treeAddress, creator } = this.setting;
    const data = { tree: treeAddress, cancelledAt: this.now, refundedTo: creator, amount };
    this.emit({ name: "InstantRefunded", data });
  }

  setPaused(paused: boolean): void {
    const tree = this.existing();
    unless(tree.cancelledAt === null, "CampaignCancelled");
    unless(tree.totalClaimed < tree.totalSupply, "CampaignCompleted");
    unless(tree.paused !== paused, paused ? "AlreadyPaused" : "NotPaused");
    tree.paused = paused;
    const data = { tree: this.setting.treeAddress };
    this.emit(paused ? { name: "CampaignPaused", data } : { name: "CampaignUnpaused", data });
  }

  closeRecord(who: number): void {
    const tree = this.existing();
    const record = this.records.get(who);
    unless(record !== undefined, "AccountOwnedByWrongProgram");
    unless(record.claimedAmount >= record.totalEntitled || this.isGraceOver(tree), "CannotClose");
    this.records.delete(who);
    if (this.native) this.gain(who, this.setting.recordRent);
    const beneficiary = this.setting.people[who] ?? "";
    this.emit({ name: "ClaimRecordClosed", data: { tree: this.setting.treeAddress, beneficiary } });
  }
}
