import {
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestLedger } from "./support/ledger";
import { signVersion1, transfer } from "./support/version-1";

/** A stock @solana/kit client on a ledger whose slots advance by timer. */
describe("a kit client", () => {
  let ledger: TestLedger;
  const clients = () => {
    const rpc = createSolanaRpc(ledger.url);
    const rpcSubscriptions = createSolanaRpcSubscriptions(ledger.wsUrl);
    return { rpc, rpcSubscriptions };
  };
  beforeAll(async () => {
    ledger = await TestLedger.start({ instant: false, slotMs: 40, finalizedAfter: 4 });
  });
  afterAll(() => ledger.close());

  it("airdrops, sends and confirms through subscriptions", async () => {
    const { rpc, rpcSubscriptions } = clients();
    const [me, you] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
    const airdrop = airdropFactory({ rpc, rpcSubscriptions });
    await airdrop({
      recipientAddress: me.address,
      lamports: lamports(5_000_000_000n),
      commitment: "confirmed",
    });
    const { value: blockhash } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
    const transaction = await pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(me, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
      (message) =>
        appendTransactionMessageInstruction(transfer(me.address, you.address, 1_000_000_000), message),
      (message) => signTransactionMessageWithSigners(message),
    );
    assertIsTransactionWithBlockhashLifetime(transaction);
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, {
      commitment: "finalized",
    });
    const signature = getSignatureFromTransaction(transaction);
    const found = await rpc
      .getTransaction(signature, { encoding: "json", maxSupportedTransactionVersion: 0 })
      .send();
    expect(found?.meta?.fee).toBe(5000n);
    expect((await rpc.getBalance(you.address).send()).value).toBe(1_000_000_000n);
    const [entry] = await rpc.getSignaturesForAddress(you.address).send();
    expect(entry).toMatchObject({ signature, confirmationStatus: "finalized", transactionIndex: 0 });
  });

  it("sends version-1 transactions, which readers see as such", async () => {
    const { rpc } = clients();
    const [me, you] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
    ledger.controls.airdrop(new PublicKey(me.address).toBytes(), 1_000_000_000n);
    const { value: blockhash } = await rpc.getLatestBlockhash({ commitment: "processed" }).send();
    const transaction = await signVersion1({ from: me, to: you.address, amount: 2_000_000, blockhash });
    const signature = await rpc
      .sendTransaction(getBase64EncodedWireTransaction(transaction), {
        encoding: "base64",
        preflightCommitment: "processed",
      })
      .send();
    expect((await rpc.getBalance(you.address, { commitment: "processed" }).send()).value).toBe(2_000_000n);
    expect((await rpc.getBalance(me.address, { commitment: "processed" }).send()).value).toBe(997_994_923n);
    ledger.controls.advanceSlots(1);
    const read = await ledger.connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
    expect(read?.version).toBe(1);
    expect(read?.meta?.fee).toBe(5077);
    expect(
      (
        await ledger.call("getTransaction", signature, {
          commitment: "confirmed",
          maxSupportedTransactionVersion: 0,
        })
      ).error?.code,
    ).toBe(-32015);
  });
});
