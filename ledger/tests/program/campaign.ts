import type { Keypair } from "@solana/web3.js";
import type { AccountsOf, ArgumentsOf, InstructionName } from "@/lib/core/solana/instructions";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { getAddress, type Outcome } from "../support/svm";
import { CampaignPlan, type LeafTerms, ok } from "./campaign-plan";

/** Overrides of an instruction's correct values. */
export type Change<N extends InstructionName> = {
  accounts?: Partial<AccountsOf<N>>;
  args?: Partial<ArgumentsOf<N>>;
  signers?: Keypair[];
};

/** A campaign with one method for each instruction, which sends the correct values by default. */
export class Campaign extends CampaignPlan {
  /**
   * Creates the campaign and funds it with the sum of its leaves: by default two linear ones, the second for
   * another person.
   */
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
        ? buildInstruction("create_campaign", { accounts: { ...this.tokenTree(), ...change.accounts }, args })
        : buildInstruction("create_campaign_native", {
            accounts: { ...this.nativeTree(), ...change.accounts },
            args,
          });
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  createStream(change: Change<"create_stream"> = {}): Outcome {
    const { leafIndex: _, ...leaf } = this.leaf();
    const args = { campaignId: this.campaignId, ...leaf, ...this.authorities(), ...change.args };
    const sourceAta = this.creatorAta ?? "";
    const instruction =
      this.kind === "token"
        ? buildInstruction("create_stream", {
            accounts: { ...this.tokenTree(), sourceAta, ...change.accounts },
            args,
          })
        : buildInstruction("create_stream_native", {
            accounts: { ...this.nativeTree(), ...change.accounts },
            args,
          });
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  fund(amount: bigint, change: Change<"fund_campaign"> = {}): Outcome {
    const accounts = { ...this.nativeTree(), vault: this.vault ?? "", sourceAta: this.creatorAta ?? "" };
    const instruction =
      this.kind === "token"
        ? buildInstruction("fund_campaign", {
            accounts: { ...accounts, ...change.accounts },
            args: { amount },
          })
        : buildInstruction("fund_campaign_native", {
            accounts: { ...this.nativeTree(), ...change.accounts },
            args: { amount },
          });
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  claim(index = 0, change: Change<"claim"> = {}): Outcome {
    const who = this.people.findIndex((wallet) => getAddress(wallet) === this.leaf(index).beneficiary);
    const accounts = { ...this.claimAccounts(who), ...change.accounts };
    const args = { leaf: this.leaf(index), proof: this.proof(index), ...change.args };
    return this.svm.send(
      [buildInstruction("claim", { accounts, args })],
      change.signers ?? [this.person(who)],
    );
  }

  withdraw(change: Change<"withdraw"> = {}): Outcome {
    const accounts = { ...this.claimAccounts(0), ...change.accounts };
    const args = { ...this.leaf(), ...change.args };
    return this.svm.send(
      [buildInstruction("withdraw", { accounts, args })],
      change.signers ?? [this.person()],
    );
  }

  cancel(change: Change<"cancel_campaign"> = {}): Outcome {
    const accounts = { cancelAuthority: getAddress(this.cancelAuthority), vestingTree: this.treeAddress };
    const instruction = buildInstruction("cancel_campaign", {
      accounts: { ...accounts, ...change.accounts },
      args: {},
    });
    return this.svm.send([instruction], change.signers ?? [this.cancelAuthority]);
  }

  cancelStream(change: Change<"cancel_stream"> = {}): Outcome {
    const accounts = { ...this.claimAccounts(0), ...this.sweepAccounts(), ...change.accounts };
    const args = { ...this.leaf(), ...change.args };
    return this.svm.send(
      [buildInstruction("cancel_stream", { accounts, args })],
      change.signers ?? [this.creator],
    );
  }

  release(milestoneIdx: number, change: Change<"set_milestone_released"> = {}): Outcome {
    const accounts = { ...this.nativeTree(), ...change.accounts };
    const instruction = buildInstruction("set_milestone_released", { accounts, args: { milestoneIdx } });
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  /** Rotates to the last planned leaves. */
  updateRoot(change: Change<"update_root"> = {}): Outcome {
    const accounts = { cancelAuthority: getAddress(this.cancelAuthority), vestingTree: this.treeAddress };
    const args = {
      newRoot: this.root(),
      newLeafCount: this.leaves.length,
      newMinCliffTime: this.minCliffTime(),
      ...change.args,
    };
    const instruction = buildInstruction("update_root", {
      accounts: { ...accounts, ...change.accounts },
      args,
    });
    return this.svm.send([instruction], change.signers ?? [this.cancelAuthority]);
  }

  withdrawUnvested(change: Change<"withdraw_unvested"> = {}): Outcome {
    const accounts = { ...this.sweepAccounts(), ...change.accounts };
    return this.svm.send(
      [buildInstruction("withdraw_unvested", { accounts, args: {} })],
      change.signers ?? [this.creator],
    );
  }

  instantRefund(change: Change<"instant_refund_campaign"> = {}): Outcome {
    const accounts = { ...this.sweepAccounts(), ...change.accounts };
    const instruction = buildInstruction("instant_refund_campaign", { accounts, args: {} });
    return this.svm.send([instruction], change.signers ?? [this.creator]);
  }

  pause(change: Change<"pause_campaign"> = {}): Outcome {
    const instruction = buildInstruction("pause_campaign", {
      accounts: { ...this.pauseAccounts(), ...change.accounts },
      args: {},
    });
    return this.svm.send([instruction], change.signers ?? [this.pauseAuthority]);
  }

  unpause(change: Change<"unpause_campaign"> = {}): Outcome {
    const instruction = buildInstruction("unpause_campaign", {
      accounts: { ...this.pauseAccounts(), ...change.accounts },
      args: {},
    });
    return this.svm.send([instruction], change.signers ?? [this.pauseAuthority]);
  }

  closeRecord(who = 0, change: Change<"close_claim_record"> = {}): Outcome {
    const accounts = {
      beneficiary: this.address(who),
      vestingTree: this.treeAddress,
      claimRecord: this.recordAddress(who),
    };
    const instruction = buildInstruction("close_claim_record", {
      accounts: { ...accounts, ...change.accounts },
      args: {},
    });
    return this.svm.send([instruction], change.signers ?? [this.person(who)]);
  }
}
