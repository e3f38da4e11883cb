import type { Keypair } from "@solana/web3.js";
import type { AccountsOf, ArgumentsOf, InstructionName } from "@/lib/core/solana/instructions";
import * as program from "@/lib/core/solana/instructions";
import { addressOf, type Outcome } from "../support/svm";
import { CampaignPlan, type LeafTerms, ok } from "./campaign-plan";

/** What an instruction gets instead of what would be right. */
export type Change<N extends InstructionName> = {
  accounts?: Partial<AccountsOf<N>>;
  args?: Partial<ArgumentsOf<N>>;
  signers?: Keypair[];
};

/** A campaign with one method for each instruction, which sends what is right unless told otherwise. */
export class Campaign extends CampaignPlan {
  /** Has it created and hold what its leaves come to: two linear ones, the second another person's, unless others are given. */
  async run(leaves: LeafTerms[] = [{}, { who: 1 }]): Promise<this> {
    await this.plan(leaves);
    ok(this.create());
    ok(this.fund(this.supply()));
    return this;
  }

  create(change: Change<"create_campaign"> = {}): Outcome {
    const args = {
      campaignId: this.campaignId,
      merkleRoot: this.root(),
      leafCount: this.leaves.length,
      totalSupply: this.supply(),
      minCliffTime: this.minCliffTime(),
      ...this.authorities(),
      ...change.args,
    };
    const instruction =
      this.kind === "token"
        ? program.createCampaignInstruction({ ...this.tokenTree(), ...change.accounts }, args)
        : program.createCampaignNativeInstruction({ ...this.nativeTree(), ...change.accounts }, args);
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  createStream(change: Change<"create_stream"> = {}): Outcome {
    const { leafIndex: _, ...leaf } = this.leaf();
    const args = { campaignId: this.campaignId, ...leaf, ...this.authorities(), ...change.args };
    const sourceAta = this.creatorAta ?? "";
    const instruction =
      this.kind === "token"
        ? program.createStreamInstruction({ ...this.tokenTree(), sourceAta, ...change.accounts }, args)
        : program.createStreamNativeInstruction({ ...this.nativeTree(), ...change.accounts }, args);
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  fund(amount: bigint, change: Change<"fund_campaign"> = {}): Outcome {
    const accounts = { ...this.nativeTree(), vault: this.vault ?? "", sourceAta: this.creatorAta ?? "" };
    const instruction =
      this.kind === "token"
        ? program.fundCampaignInstruction({ ...accounts, ...change.accounts }, { amount })
        : program.fundCampaignNativeInstruction({ ...this.nativeTree(), ...change.accounts }, { amount });
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  claim(index = 0, change: Change<"claim"> = {}): Outcome {
    const who = this.people.findIndex((wallet) => addressOf(wallet) === this.leaf(index).beneficiary);
    const accounts = { ...this.claimAccounts(who), ...change.accounts };
    const args = { leaf: this.leaf(index), proof: this.proof(index), ...change.args };
    return this.svm.send([program.claimInstruction(accounts, args)], change.signers ?? [this.person(who)]);
  }

  withdraw(change: Change<"withdraw"> = {}): Outcome {
    const accounts = { ...this.claimAccounts(0), ...change.accounts };
    const args = { ...this.leaf(), ...change.args };
    return this.svm.send([program.withdrawInstruction(accounts, args)], change.signers ?? [this.person()]);
  }

  cancel(change: Change<"cancel_campaign"> = {}): Outcome {
    const accounts = { cancelAuthority: addressOf(this.cancelAuthority), vestingTree: this.treeAddress };
    const instruction = program.cancelCampaignInstruction({ ...accounts, ...change.accounts }, {});
    return this.svm.send([instruction], change.signers ?? [this.cancelAuthority]);
  }

  cancelStream(change: Change<"cancel_stream"> = {}): Outcome {
    const accounts = { ...this.claimAccounts(0), ...this.sweepAccounts(), ...change.accounts };
    const args = { ...this.leaf(), ...change.args };
    return this.svm.send([program.cancelStreamInstruction(accounts, args)], change.signers ?? [this.creator]);
  }

  release(milestoneIdx: number, change: Change<"set_milestone_released"> = {}): Outcome {
    const accounts = { ...this.nativeTree(), ...change.accounts };
    const instruction = program.setMilestoneReleasedInstruction(accounts, { milestoneIdx });
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  /** Rotates to the leaves planned last. */
  updateRoot(change: Change<"update_root"> = {}): Outcome {
    const accounts = { cancelAuthority: addressOf(this.cancelAuthority), vestingTree: this.treeAddress };
    const args = {
      newRoot: this.root(),
      newLeafCount: this.leaves.length,
      newMinCliffTime: this.minCliffTime(),
      ...change.args,
    };
    const instruction = program.updateRootInstruction({ ...accounts, ...change.accounts }, args);
    return this.svm.send([instruction], change.signers ?? [this.cancelAuthority]);
  }

  withdrawUnvested(change: Change<"withdraw_unvested"> = {}): Outcome {
    const accounts = { ...this.sweepAccounts(), ...change.accounts };
    return this.svm.send(
      [program.withdrawUnvestedInstruction(accounts, {})],
      change.signers ?? [this.creator],
    );
  }

  instantRefund(change: Change<"instant_refund_campaign"> = {}): Outcome {
    const accounts = { ...this.sweepAccounts(), ...change.accounts };
    const instruction = program.instantRefundCampaignInstruction(accounts, {});
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  pause(change: Change<"pause_campaign"> = {}): Outcome {
    const instruction = program.pauseCampaignInstruction({ ...this.pauseAccounts(), ...change.accounts }, {});
    return this.svm.send([instruction], change.signers ?? [this.pauseAuthority]);
  }

  unpause(change: Change<"unpause_campaign"> = {}): Outcome {
    const instruction = program.unpauseCampaignInstruction(
      { ...this.pauseAccounts(), ...change.accounts },
      {},
    );
    return this.svm.send([instruction], change.signers ?? [this.pauseAuthority]);
  }

  closeRecord(who = 0, change: Change<"close_claim_record"> = {}): Outcome {
    const accounts = {
      beneficiary: this.address(who),
      vestingTree: this.treeAddress,
      claimRecord: this.recordAddress(who),
    };
    const instruction = program.closeClaimRecordInstruction({ ...accounts, ...change.accounts }, {});
    return this.svm.send([instruction], change.signers ?? [this.person(who)]);
  }
}
