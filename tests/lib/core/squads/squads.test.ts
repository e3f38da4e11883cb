import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { fromHex, toHex } from "@/lib/core/solana/hex";
import {
  PROPOSAL_STATUSES,
  readMultisig,
  readProposal,
  readVaultTransaction,
  type SquadsMember,
} from "@/lib/core/squads/accounts";
import {
  findMultisigAddress,
  findSquadsProposalAddress,
  findSquadsTransactionAddress,
  findSquadsVaultAddress,
} from "@/lib/core/squads/addresses";
import { approveProposal, createProposal, createVaultTransaction } from "@/lib/core/squads/instructions";
import { compileVaultMessage, encodeVaultMessage, isSameMessage } from "@/lib/core/squads/message";
import {
  executableFrom,
  ProposalTooLargeError,
  planExecution,
  planProposal,
  proposalState,
} from "@/lib/core/squads/plans";
// Recorded outputs of the published SDK.
import recorded from "@/tests/vectors/squads.json";

const { addresses, member, accounts } = recorded;
const { multisig, vault0: vault } = addresses;
const transactionIndex = 258n;
const action = { multisig, member, transactionIndex };

type RecordedInstruction = { programId: string; keys: (string | boolean)[][]; data: string };

const toInstruction = ({ programId, keys, data }: RecordedInstruction) =>
  new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: keys.map(([address, isSigner, isWritable]) => ({
      pubkey: new PublicKey(String(address)),
      ...{ isSigner: isSigner === true, isWritable: isWritable === true },
    })),
    data: Buffer.from(data, "hex"),
  });
const toRecorded = ({ programId, keys, data }: TransactionInstruction): RecordedInstruction => ({
  programId: programId.toBase58(),
  keys: keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
  data: toHex(data),
});
const account = (hex: string, owner = SQUADS_PROGRAM_ID) => ({ owner, data: fromHex(hex) });

const inner = recorded.inner.map(toInstruction);
const message = compileVaultMessage(inner, vault);
const voter: SquadsMember = { address: member, canInitiate: true, canVote: true, canExecute: true };
const createPlan = (instructions: TransactionInstruction[]): SendablePlan => ({
  ...{ instructions, feePayer: vault, signers: [vault], accounts: {} },
});

describe("addresses of the Squads program", () => {
  test("equal the ones that the SDK derives", () => {
    expect({
      createKey: addresses.createKey,
      multisig: findMultisigAddress(addresses.createKey),
      vault0: findSquadsVaultAddress({ multisig, vaultIndex: 0 }),
      vault3: findSquadsVaultAddress({ multisig, vaultIndex: 3 }),
      transaction258: findSquadsTransactionAddress({ multisig, transactionIndex }),
      proposal258: findSquadsProposalAddress({ multisig, transactionIndex }),
    }).toEqual(addresses);
  });

  test.each([-1, 256, 0.5])("refuse %s as the index of a vault", (vaultIndex) => {
    expect(() => findSquadsVaultAddress({ multisig, vaultIndex })).toThrow(RangeError);
  });
});

describe("instructions of the Squads program", () => {
  test("encode a message as the SDK does", () => {
    expect(toHex(encodeVaultMessage(message))).toBe(recorded.message);
  });

  test("equal the ones that the SDK builds", () => {
    const transaction = readVaultTransaction(account(accounts.vaultTransaction));
    if (!transaction) throw new Error("The recorded transaction does not parse.");
    const execution = planExecution({ member, transaction }).instructions.at(-1);
    expect({
      vault_transaction_create: toRecorded(createVaultTransaction({ ...action, vaultIndex: 0, message })),
      proposal_create: toRecorded(createProposal(action)),
      proposal_approve: toRecorded(approveProposal(action)),
      vault_transaction_execute: execution && toRecorded(execution),
    }).toEqual(recorded.instructions);
  });

  test("load the accounts of lookup tables after the accounts of the message", () => {
    const transaction = readVaultTransaction(account(accounts.vaultTransaction));
    if (!transaction) throw new Error("The recorded transaction does not parse.");
    const table = addresses.vault3;
    const lookups = [{ table, writable: [1], readonly: [0] }];
    const withTable = { ...transaction, message: { ...transaction.message, lookups } };
    const tables = new Map([[table, [addresses.createKey, addresses.proposal258]]]);
    const keys = planExecution({ member, transaction: withTable }, tables).instructions.at(-1)?.keys ?? [];
    expect(keys[4]?.pubkey.toBase58()).toBe(table);
    expect(keys.slice(-2).map(({ pubkey, isWritable }) => [pubkey.toBase58(), isWritable])).toEqual([
      [addresses.proposal258, true],
      [addresses.createKey, false],
    ]);
    expect(() => planExecution({ member, transaction: withTable })).toThrow("has no address 1");
  });
});

describe("accounts of the Squads program", () => {
  test("parse a multisig with its members and permissions", () => {
    expect(readMultisig(account(accounts.multisig))).toEqual({
      createKey: addresses.createKey,
      configAuthority: null,
      threshold: 2,
      timeLock: 60,
      transactionIndex,
      staleTransactionIndex: 256n,
      members: [voter, expect.objectContaining({ canInitiate: false, canVote: true, canExecute: false })],
    });
  });

  test("parse a multisig with a config authority, a rent collector and spare bytes", () => {
    const found = readMultisig(account(`${accounts.controlledMultisig}${"00".repeat(64)}`));
    expect(found).toMatchObject({ threshold: 1, members: [voter] });
    expect(found?.configAuthority).not.toBeNull();
  });

  test.each(PROPOSAL_STATUSES)("parse a proposal in the state %s", (status) => {
    expect(readProposal(account(accounts.proposals[status]))).toMatchObject({
      ...{ multisig, transactionIndex, status, approved: [member], cancelled: [] },
      since: status === "executing" ? null : 1_700_000_000n,
    });
  });

  test("parse a transaction with the message that created it", () => {
    const transaction = readVaultTransaction(account(accounts.vaultTransaction));
    expect(transaction).toMatchObject({ multisig, creator: member, transactionIndex, vaultIndex: 0 });
    expect(transaction && isSameMessage(transaction.message, message)).toBe(true);
  });

  test("return null for other accounts, other owners and cut data", () => {
    expect(readMultisig(null)).toBeNull();
    expect(readMultisig(account(accounts.multisig, vault))).toBeNull();
    expect(readMultisig(account(accounts.vaultTransaction))).toBeNull();
    expect(readProposal(account(accounts.multisig))).toBeNull();
    expect(readMultisig(account(accounts.multisig.slice(0, -2)))).toBeNull();
    expect(readVaultTransaction(account(accounts.vaultTransaction.slice(0, 400)))).toBeNull();
  });
});

describe("planProposal", () => {
  const getVault = { multisig, vaultIndex: 0 };
  const transfer = SystemProgram.transfer({
    fromPubkey: new PublicKey(vault),
    toPubkey: new PublicKey(member),
    lamports: 1,
  });

  test("lets the member sign and pay", () => {
    const proposal = planProposal({
      plan: createPlan(inner),
      vault: getVault,
      member: voter,
      transactionIndex,
    });
    expect(proposal).toMatchObject({ feePayer: member, signers: [member] });
    expect(proposal.instructions.map(toRecorded)).toEqual(Object.values(recorded.instructions).slice(0, 3));
  });

  test("omits the approval of a member who cannot vote", () => {
    const proposer = { ...voter, canVote: false };
    const proposal = planProposal({
      ...{ plan: createPlan([transfer]), vault: getVault, member: proposer, transactionIndex },
    });
    expect(proposal.instructions).toHaveLength(2);
  });

  test("writes a memo as the last argument of the stored transaction", () => {
    const of = { plan: createPlan([transfer]), vault: getVault, member: voter, transactionIndex };
    const getData = (memo?: string | null) =>
      toHex(planProposal({ ...of, memo }).instructions[0]?.data ?? new Uint8Array());
    const bare = getData().slice(0, -2);
    expect([getData(), getData(null)]).toEqual([`${bare}00`, `${bare}00`]);
    // An option, the length as u32, and the text as UTF-8.
    expect(getData("é!")).toBe(`${bare}0103000000c3a921`);
  });

  test("refuses a transaction that another account must sign", () => {
    const other = SystemProgram.transfer({
      fromPubkey: new PublicKey(member),
      toPubkey: new PublicKey(vault),
      lamports: 1,
    });
    const propose = () =>
      planProposal({ plan: createPlan([transfer, other]), vault: getVault, member: voter, transactionIndex });
    expect(propose).toThrow(`needs a signature of ${member}`);
  });

  test("reports the size of a transaction that does not fit in a packet", () => {
    const data = Buffer.alloc(900);
    const large = new TransactionInstruction({ programId: new PublicKey(member), keys: [], data });
    const propose = () =>
      planProposal({ plan: createPlan([large]), vault: getVault, member: voter, transactionIndex });
    expect(propose).toThrow(ProposalTooLargeError);
    expect(propose).toThrow(/needs 1\d{3} bytes, and a transaction has at most 1232/);
  });
});

describe("proposalState", () => {
  const found = readMultisig(account(accounts.multisig));
  const stale = found && { ...found, staleTransactionIndex: transactionIndex };
  const read = (status: (typeof PROPOSAL_STATUSES)[number]) =>
    readProposal(account(accounts.proposals[status]));

  test("is stale only while the members vote", () => {
    if (!found || !stale) throw new Error("The recorded multisig does not parse.");
    const states = PROPOSAL_STATUSES.map((status) => {
      const proposal = read(status);
      return proposal && [proposalState(proposal, found), proposalState(proposal, stale)];
    });
    expect(states).toEqual([
      ["draft", "stale"],
      ["active", "stale"],
      ...PROPOSAL_STATUSES.slice(2).map((status) => [status, status]),
    ]);
  });

  test("executableFrom adds the time lock to the time of the approval", () => {
    const [approved, active] = [read("approved"), read("active")];
    if (!found || !approved || !active) throw new Error("The recorded accounts do not parse.");
    expect(executableFrom(approved, found)).toBe(1_700_000_060n);
    expect(executableFrom(active, found)).toBeNull();
  });
});
