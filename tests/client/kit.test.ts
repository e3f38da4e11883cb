import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { fromKitSigner, toKitInstruction } from "@/client/kit";
import { keypairSigner } from "@/lib/client/network/signers";
import { withFeePayer } from "@/lib/core/plans/durable-nonce";
import { planPause } from "@/lib/core/plans/govern-campaign";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { MINT, samplePlans } from "@/tests/lib/service/actions/sample-plans";

const RECENT = { blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N", lastValidBlockHeight: 321 };
const SEED = new Uint8Array(32).fill(7);
const OTHER = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(8));

const plans = [MINT, NATIVE_MINT].flatMap((mint) =>
  samplePlans(mint).map((plan, at) => ({ name: `${plan.instruction} ${at} of ${mint.slice(0, 4)}`, plan })),
);

describe("toKitInstruction", () => {
  test.each(plans)("keeps program, accounts, rights and data of $name", ({ plan }) => {
    const message = pipe(
      createTransactionMessage({ version: "legacy" }),
      (empty) => setTransactionMessageFeePayer(address(plan.feePayer), empty),
      (paid) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(RECENT.blockhash), lastValidBlockHeight: 321n },
          paid,
        ),
      (timed) => appendTransactionMessageInstructions(plan.instructions.map(toKitInstruction), timed),
    );
    const wire = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
    const byKit = Transaction.from(wire);
    const byWeb3 = Transaction.from(unsignedBytes(plan, RECENT));
    expect(byKit.instructions).toEqual(byWeb3.instructions);
    expect(byKit.signatures.map(({ publicKey }) => publicKey.toBase58())).toEqual(plan.signers);
  });
});

describe("fromKitSigner", () => {
  test("signs messages as the key itself does", async () => {
    const signer = fromKitSigner(await createKeyPairSignerFromPrivateKeyBytes(SEED));
    const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(SEED);
    expect(signer.address).toBe(bs58.encode(publicKey));
    const message = new TextEncoder().encode("vesting");
    expect(await signer.signMessage?.(message)).toEqual(nacl.sign.detached(message, secretKey));
  });

  test("signs a transaction of several signers and keeps the signature of another", async () => {
    const signer = fromKitSigner(await createKeyPairSignerFromPrivateKeyBytes(SEED));
    const other = keypairSigner(OTHER.secretKey);
    const plan = withFeePayer(
      planPause({ treeAddress: MINT, pauseAuthority: signer.address }),
      other.address,
    );
    const first = await other.signTransaction(unsignedBytes(plan, RECENT));
    const both = Transaction.from((await signer.signTransaction?.(first)) ?? new Uint8Array());
    expect(both.verifySignatures()).toBe(true);
  });

  test("offers only what the kit signer can sign, and rejects a missing signature", async () => {
    const { address: signerAddress, signTransactions } = await createKeyPairSignerFromPrivateKeyBytes(SEED);
    expect(fromKitSigner({ address: signerAddress, signTransactions }).signMessage).toBeUndefined();
    const silent = fromKitSigner(createNoopSigner(signerAddress));
    await expect(silent.signMessage?.(new Uint8Array(1))).rejects.toThrow("did not sign the message");
    const plan = planPause({ treeAddress: MINT, pauseAuthority: signerAddress });
    const signing = silent.signTransaction?.(unsignedBytes(plan, RECENT));
    await expect(signing).rejects.toThrow("did not sign the transaction");
  });
});
