import { Keypair, PublicKey, SendTransactionError } from "@solana/web3.js";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG, PATIENT } from "@/ledger/tests/support/long";
import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree } from "@/lib/core/merkle/tree";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  DEFAULT_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { buildInstruction } from "@/lib/core/solana/instructions";
import {
  findClaimRecordAddress,
  findVaultAddress,
  findVaultAuthorityAddress,
  findVestingTreeAddress,
} from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { Chain } from "@/lib/service/chain/chain";
import { followLogs } from "@/lib/service/chain/follow-logs";

const DAY = 86_400n;
const GRACE = 604_800n;
const AMOUNT = 1_000_000n;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await TestLedger.start({ instant: false, slotMs: 40, finalizedAfter: 4 });
}, LONG.timeout);
afterAll(() => ledger.close());

it("follows a campaign from its creation to its last withdrawal", async () => {
  const [creator, authority] = [ledger.wallet(), ledger.wallet()];
  const people = [ledger.wallet(), ledger.wallet()];
  const text = (wallet: Keypair) => wallet.publicKey.toBase58();
  const pass = (seconds: bigint) => ledger.controls.advanceTime(Number(seconds));
  const chain = new Chain({ urls: [ledger.url] });
  const seen: string[] = [];
  const end = new AbortController();
  const following = followLogs({
    urls: [ledger.url],
    programId: DEFAULT_PROGRAM_ID,
    signal: end.signal,
    onSignature: ({ signature }) => seen.push(signature),
    onGap: () => seen.push("gap"),
  });

  const mint = await ledger.createMint(creator);
  const creatorAta = await ledger.mintTokens({
    mint,
    authority: creator,
    owner: text(creator),
    amount: 10n * AMOUNT,
  });
  const start = ledger.now;
  const leaves = people.map(
    (person, leafIndex): Leaf => ({
      leafIndex,
      beneficiary: text(person),
      amount: AMOUNT,
      releaseType: ReleaseType.Linear,
      startTime: start,
      cliffTime: start,
      endTime: start + 10n * DAY,
      milestoneIdx: 0,
    }),
  );
  const merkle = await buildTree(leaves);
  const campaignId = 7n;
  const vestingTree = findVestingTreeAddress({ creator: text(creator), mint, campaignId }).address;
  const vaultAuthority = findVaultAuthorityAddress({ treeAddress: vestingTree }).address;
  const vault = findVaultAddress({ treeAddress: vestingTree, mint }).address;
  const tree = { creator: text(creator), vestingTree, mint, vaultAuthority, vault };
  const signatures: string[] = [];
  const run = async (...args: Parameters<TestLedger["sendAndConfirm"]>) => {
    signatures.push(await ledger.sendAndConfirm(...args));
  };

  const create = buildInstruction("create_campaign", {
    accounts: tree,
    args: {
      campaignId,
      merkleRoot: merkle.root,
      leafCount: 2,
      totalSupply: 2n * AMOUNT,
      minCliffTime: start,
      cancellable: true,
      cancelAuthority: text(authority),
      pauseAuthority: null,
    },
  });
  await run([create], [creator]);
  await run(
    [
      buildInstruction("fund_campaign", {
        accounts: { ...tree, sourceAta: creatorAta },
        args: { amount: 2n * AMOUNT },
      }),
    ],
    [creator],
  );

  const claim = (index: number) => {
    const person = people[index] ?? Keypair.generate();
    const leaf = leaves[index];
    if (!leaf) throw new RangeError("no such leaf");
    const beneficiary = text(person);
    const accounts = {
      ...tree,
      beneficiary,
      claimRecord: findClaimRecordAddress({ treeAddress: vestingTree, beneficiary }).address,
      beneficiaryAta: findAssociatedTokenAddress({ owner: beneficiary, mint }).address,
      tokenProgram: TOKEN_PROGRAM_ID,
      associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
    };
    return run(
      [buildInstruction("claim", { accounts, args: { leaf, proof: treeProof(merkle, index) } })],
      [person],
    );
  };
  pass(4n * DAY);
  await claim(0);
  pass(DAY);
  await run(
    [
      buildInstruction("cancel_campaign", {
        accounts: { cancelAuthority: text(authority), vestingTree },
        args: {},
      }),
    ],
    [authority],
  );
  const withdraw = buildInstruction("withdraw_unvested", {
    accounts: { ...tree, creatorAta, tokenProgram: TOKEN_PROGRAM_ID },
    args: {},
  });
  pass(GRACE - 60n);
  const early = await ledger.sendAndConfirm([withdraw], [creator]).catch((error: unknown) => error);
  expect(early).toBeInstanceOf(SendTransactionError);
  expect(String(early)).toContain(`custom program error: 0x${(6027).toString(16)}`);
  await claim(1);
  pass(120n);
  await run([withdraw], [creator]);

  const found = await chain.getVestingTree(vestingTree);
  expect(found?.tree).toMatchObject({ creator: text(creator), mint, campaignId, leafCount: 2 });
  const listed = await chain.getSignatures(DEFAULT_PROGRAM_ID);
  expect(listed.map(({ signature }) => signature)).toEqual([...signatures].reverse());
  const transactions = await chain.getTransactions(signatures);
  const events = transactions.flatMap((transaction) => {
    if (transaction === null || "unreadable" in transaction) throw new Error("expected every transaction");
    return transaction.events;
  });
  const claimed = events.flatMap((event) => (event.name === "Claimed" ? [event.data.amount] : []));
  const [first = 0n, second = 0n] = claimed;
  // Between 4 and 5 of 10 days, and exactly half, plus the time that the test takes.
  expect(Number(first)).toBeGreaterThanOrEqual(400_000);
  expect(Number(second)).toBeGreaterThanOrEqual(500_000);
  expect(Number(second)).toBeLessThan(500_100);
  const swept = events.find((event) => event.name === "UnvestedWithdrawn");
  expect(swept?.data).toMatchObject({ tree: vestingTree, amount: 2n * AMOUNT - first - second });
  expect(events.map(({ name }) => name)).toEqual([
    "CampaignCreated",
    "CampaignFunded",
    "Claimed",
    "CampaignCancelled",
    "Claimed",
    "UnvestedWithdrawn",
  ]);
  expect(await ledger.tokenBalance(creatorAta)).toBe(10n * AMOUNT - first - second);
  expect(await ledger.connection.getAccountInfo(new PublicKey(vault))).not.toBeNull();
  await vi.waitFor(() => expect(seen).toEqual(["gap", ...signatures]), PATIENT);
  end.abort();
  await following;
});
