import { LangErrorMessage } from "@coral-xyz/anchor";
import { Keypair, PublicKey, TransactionInstruction } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { IDL } from "@/lib/core/solana/idl/idl";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { getAddress, type Outcome, Svm } from "../support/svm";
import { Campaign } from "./campaign";
import { DAY, type Kind, ok, START } from "./campaign-plan";

/** A machine that stores the last instruction, so that a test can send it again with one change. */
class KeepingSvm extends Svm {
  last: { instruction: TransactionInstruction; signers: Keypair[] } | null = null;
  /** Applied to every instruction before it is sent. */
  change: ((instruction: TransactionInstruction) => void) | null = null;

  override send(instructions: TransactionInstruction[], signers: Keypair[] = []): Outcome {
    const [instruction] = instructions;
    if (instruction) this.last = { instruction, signers };
    for (const each of instructions) this.change?.(each);
    return super.send(instructions, signers);
  }
}

const svm = new KeepingSvm(START);
const stored = new Map<string, NonNullable<KeepingSvm["last"]>>();

async function store(kind: Kind, names: Record<string, (campaign: Campaign) => Outcome>): Promise<void> {
  const campaign = new Campaign(svm, kind);
  await campaign.plan([{}]);
  for (const [name, step] of Object.entries(names)) {
    step(campaign);
    if (svm.last) stored.set(name, svm.last);
  }
}

beforeAll(async () => {
  await store("token", {
    create_stream: (campaign) => ok(campaign.createStream()),
    create_campaign: (campaign) => campaign.create(),
    fund_campaign: (campaign) => campaign.fund(1n),
    set_milestone_released: (campaign) => ok(campaign.release(1)),
    pause_campaign: (campaign) => ok(campaign.pause()),
    unpause_campaign: (campaign) => ok(campaign.unpause()),
    claim: (campaign) => {
      svm.now = START + 2n * DAY;
      return ok(campaign.claim());
    },
    withdraw: (campaign) => campaign.withdraw(),
    cancel_stream: (campaign) => ok(campaign.cancelStream()),
    cancel_campaign: (campaign) => campaign.cancel(),
    update_root: (campaign) => campaign.updateRoot(),
    withdraw_unvested: (campaign) => campaign.withdrawUnvested(),
    instant_refund_campaign: (campaign) => campaign.instantRefund(),
    close_claim_record: (campaign) => campaign.closeRecord(),
  });
  await store("native", {
    create_stream_native: (campaign) => ok(campaign.createStream()),
    create_campaign_native: (campaign) => campaign.create(),
    fund_campaign_native: (campaign) => campaign.fund(1n),
  });
});

/** Sends a stored instruction with its account list or data changed. */
function again(name: string, change: (instruction: TransactionInstruction) => void): Outcome {
  const original = stored.get(name);
  if (!original) throw new RangeError(`${name} was not kept.`);
  const { programId, keys, data } = original.instruction;
  const copy = new TransactionInstruction({ programId, keys: keys.map((key) => ({ ...key })), data });
  change(copy);
  const signs = (wallet: Keypair) =>
    copy.keys.some((key) => key.isSigner && key.pubkey.equals(wallet.publicKey));
  return svm.send([copy], original.signers.filter(signs));
}

/** Returns the error of a step whose instruction has one account as read-only. */
function readonly(step: () => Outcome, address: string): string | null {
  svm.change = ({ keys }) => {
    for (const key of keys) if (key.pubkey.toBase58() === address) key.isWritable = false;
  };
  try {
    return step().error;
  } finally {
    svm.change = null;
  }
}

function replace(name: string, position: number, by: string): Outcome {
  return again(name, ({ keys }) => {
    const key = keys[position];
    if (key) key.pubkey = new PublicKey(by);
  });
}

type Item = { name: string; writable?: boolean; signer?: boolean; address?: string; optional?: boolean };
type Entry = { instruction: string; account: Item; position: number };

const entries: Entry[] = IDL.instructions.flatMap((instruction) =>
  instruction.accounts.map((account: Item, position) => ({
    instruction: instruction.name,
    account,
    position,
  })),
);
const withAccounts = IDL.instructions.filter(({ accounts }) => accounts.length > 0);
const title = ({ instruction, account }: Entry) => `${instruction}, ${account.name}`;

/**
 * Accounts whose own rule is checked: a creation creates first, and an ended campaign's tree fails before its
 * treasury.
 */
const writableAtOnce = entries.filter(
  ({ instruction, account }) =>
    account.writable &&
    !instruction.startsWith("create_") &&
    !(account.optional && ["cancel_stream", "instant_refund_campaign"].includes(instruction)),
);

describe("the account list", () => {
  test.each(withAccounts.map(({ name }) => name))("%s refuses a list without the last account", (name) => {
    expect(again(name, ({ keys }) => keys.pop()).error).toBe("AccountNotEnoughKeys");
  });

  test.each(entries.filter(({ account }) => account.signer).map((entry) => [title(entry), entry] as const))(
    "%s must sign",
    (_, { instruction, position }) => {
      const { error } = again(instruction, ({ keys }) => {
        const key = keys[position];
        if (key) key.isSigner = false;
      });
      expect(error).toBe("AccountNotSigner");
    },
  );

  test.each(writableAtOnce.map((entry) => [title(entry), entry] as const))(
    "%s must be writable",
    (_, { instruction, position }) => {
      const { error } = again(instruction, ({ keys }) => {
        const key = keys[position];
        if (key) key.isWritable = false;
      });
      expect(error).toBe("ConstraintMut");
    },
  );

  test.each([
    ["creator", "PrivilegeEscalation"],
    ["vestingTree", "PrivilegeEscalation"],
    ["vault", "PrivilegeEscalation"],
    ["sourceAta", "ConstraintMut"],
  ] as const)("%s of a new stream must be writable: %s", async (name, error) => {
    const campaign = new Campaign(svm, "token");
    await campaign.plan([{}]);
    const address = {
      creator: getAddress(campaign.creator),
      vestingTree: campaign.treeAddress,
      vault: campaign.vault ?? "",
      sourceAta: campaign.creatorAta ?? "",
    };
    expect(readonly(() => campaign.createStream(), address[name])).toBe(error);
  });

  test.each(["vault", "beneficiaryAta", "creatorAta"] as const)(
    "%s of a cancelled stream must be writable",
    async (name) => {
      const campaign = new Campaign(svm, "token");
      await campaign.plan([{}]);
      ok(campaign.createStream());
      const beneficiaryAta = svm.mintTo(campaign.mint, campaign.address(), 0n);
      const address = { vault: campaign.vault ?? "", beneficiaryAta, creatorAta: campaign.creatorAta ?? "" };
      expect(readonly(() => campaign.cancelStream(), address[name])).toBe("ConstraintMut");
    },
  );

  test.each(["vault", "creatorAta"] as const)("%s of a refunded campaign must be writable", async (name) => {
    const campaign = await new Campaign(svm, "token").run();
    const address = { vault: campaign.vault ?? "", creatorAta: campaign.creatorAta ?? "" };
    expect(readonly(() => campaign.instantRefund(), address[name])).toBe("ConstraintMut");
  });

  test.each(entries.filter(({ account }) => account.address).map((entry) => [title(entry), entry] as const))(
    "%s must be that program or sysvar",
    (_, { instruction, account, position }) => {
      const error = account.name === "rent" ? "AccountSysvarMismatch" : "InvalidProgramId";
      expect(replace(instruction, position, getAddress(svm.wallet())).error).toBe(error);
    },
  );

  test("a caller may add accounts and data that are unknown to the program", () => {
    const extra = Array.from({ length: 8 }, () => ({
      pubkey: svm.wallet().publicKey,
      isSigner: false,
      isWritable: true,
    }));
    const { error, events } = again("set_milestone_released", (instruction) => {
      instruction.keys.push(...extra);
      instruction.data = Buffer.concat([instruction.data.subarray(0, 8), Buffer.from([77, 1, 2, 3])]);
    });
    expect(error).toBeNull();
    expect(events[0]?.data).toMatchObject({ milestoneIdx: 77 });
  });
});

const TREE_USERS = entries.filter(
  ({ instruction, account }) => account.name === "vesting_tree" && !instruction.startsWith("create_"),
);

test.each(TREE_USERS.map((entry) => [entry.instruction, entry] as const))(
  "the tree for %s must be a whole one of this program",
  (_, { instruction, position }) => {
    const [tree, record] = IDL.accounts;
    const at = getAddress(Keypair.generate());
    const answer = (owner: string, data: number[]) => {
      svm.setAccount(at, { owner, data: Uint8Array.from(data), lamports: 10n ** 9n });
      return replace(instruction, position, at).error;
    };
    expect(replace(instruction, position, at).error).toBe("AccountNotInitialized");
    expect(answer(SYSTEM_PROGRAM_ID, Array(323).fill(0))).toBe("AccountOwnedByWrongProgram");
    expect(answer(IDL.address, [1, 2, 3])).toBe("AccountDiscriminatorNotFound");
    expect(answer(IDL.address, [...record.discriminator, ...Array(315).fill(0)])).toBe(
      "AccountDiscriminatorMismatch",
    );
    expect(answer(IDL.address, [...tree.discriminator, ...Array(200).fill(0)])).toBe(
      "AccountDidNotDeserialize",
    );
    expect(answer(IDL.address, [...tree.discriminator, ...Array(315).fill(2)])).toBe(
      "AccountDidNotDeserialize",
    );
  },
);

describe("a claim record", () => {
  test("is derived from its tree", () => {
    const other = stored.get("create_stream_native")?.instruction.keys[1]?.pubkey.toBase58() ?? "";
    expect(replace("close_claim_record", 1, other).error).toBe("ConstraintSeeds");
  });

  test("must be of this program, and a record", () => {
    const key = stored.get("close_claim_record")?.instruction.keys[2]?.pubkey.toBase58() ?? "";
    const genuine = svm.account(key);
    if (!genuine) throw new RangeError("There is no record.");
    const close = (owner: string, data: Uint8Array) => {
      svm.setAccount(key, { ...genuine, owner, data });
      return again("close_claim_record", () => {}).error;
    };
    const changed = (at: number) => genuine.data.map((byte, index) => (index === at ? byte ^ 1 : byte));
    expect(close(SYSTEM_PROGRAM_ID, genuine.data)).toBe("AccountOwnedByWrongProgram");
    expect(close(IDL.address, genuine.data.slice(0, 7))).toBe("AccountDiscriminatorNotFound");
    expect(close(IDL.address, changed(0))).toBe("AccountDiscriminatorMismatch");
    expect(close(IDL.address, genuine.data)).toBe("CannotClose");
  });
});

describe("the instruction's data", () => {
  const withArguments = IDL.instructions.filter(
    ({ args, accounts }) => args.length > 0 && accounts.length > 0,
  );

  test.each(withArguments.map(({ name }) => name))("%s refuses arguments that are one byte short", (name) => {
    const { error } = again(name, (instruction) => {
      instruction.data = instruction.data.subarray(0, -1);
    });
    expect(error).toBe("InstructionDidNotDeserialize");
  });

  test("a boolean or option is 0 or 1", () => {
    const { error } = again("create_campaign", (instruction) => {
      instruction.data = Buffer.from(instruction.data);
      instruction.data[8 + 8 + 32 + 4 + 8 + 8] = 2;
    });
    expect(error).toBe("InstructionDidNotDeserialize");
  });

  test.each(["", "00", "0102030405060708"])("data %s names no instruction", (hex) => {
    const { error, logs } = again("pause_campaign", (instruction) => {
      instruction.data = Buffer.from(hex, "hex");
    });
    expect(error).toBe("InstructionFallbackNotFound");
    expect(logs.join("\n")).toContain(`Error Message: ${LangErrorMessage.get(101)}.`);
  });

  test("each instruction logs its name", () => {
    const leaf = {
      leafIndex: 0,
      beneficiary: SYSTEM_PROGRAM_ID,
      amount: 1n,
      releaseType: 0,
      milestoneIdx: 0,
    };
    const times = { startTime: 0n, cliffTime: 0n, endTime: 0n };
    const args = { leaf: { ...leaf, ...times }, cancelledAt: null, now: 0n, milestoneReleasedFlags: null };
    svm.send([buildInstruction("get_vested_amount", { accounts: {}, args })]);
    if (svm.last) stored.set("get_vested_amount", svm.last);
    for (const { name } of IDL.instructions) {
      const { logs } = again(name, () => {});
      const pascal = name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(logs[1]).toBe(`Program log: Instruction: ${pascal}`);
    }
  });
});
