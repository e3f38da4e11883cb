import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { byteSigning } from "@/components/wallet/byte-signing";
import { DemoWalletAdapter } from "@/components/wallet/demo-wallet-adapter";
import { keypairSigner } from "@/lib/client/network/signers";
import { english } from "@/lib/core/i18n/translator";
import { planPause } from "@/lib/core/plans/govern-campaign";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { MINT } from "@/tests/lib/service/actions/sample-plans";

const key = Keypair.generate();
const signer = keypairSigner(key.secretKey);
const plan = planPause({ treeAddress: MINT, pauseAuthority: signer.address });
const wire = unsignedBytes(plan, { blockhash: MINT, lastValidBlockHeight: 1 }, 1);
const signed = signer.signTransaction(wire);

type Input = { account: { address: string }; transaction: Uint8Array };

/** Returns an adapter of a Wallet Standard wallet that states these versions. */
function getAdapter(supportedTransactionVersions: readonly unknown[]) {
  const accounts = [{ address: signer.address }];
  const feature = {
    supportedTransactionVersions,
    async signTransaction(this: unknown, ...inputs: Input[]) {
      expect(this).toBe(feature);
      expect(inputs.every(({ account }) => account === accounts[0])).toBe(true);
      return inputs.map(({ transaction }) => ({ signedTransaction: signer.signTransaction(transaction) }));
    },
  };
  return { wallet: { accounts, features: { "solana:signTransaction": feature } } };
}

test("signs the bytes of any version through the feature of Wallet Standard", async () => {
  const { versions, sign } = byteSigning(getAdapter(["legacy", 0, 1, 2]), signer.address);
  expect(versions).toEqual(["legacy", 0, 1]);
  expect(await sign([wire, wire])).toEqual([signed, signed]);
  expect(byteSigning(getAdapter(["legacy", 0]), signer.address).versions).toEqual(["legacy", 0]);
});

test("signs only legacy transactions without the feature or for another account", () => {
  for (const adapter of [undefined, {}, { wallet: { accounts: [], features: {} } }]) {
    expect(byteSigning(adapter, signer.address).versions).toEqual(["legacy"]);
  }
  expect(byteSigning(getAdapter(["legacy", 0, 1]), MINT).versions).toEqual(["legacy"]);
});

test("signs every version with a demo account", async () => {
  const account = { name: "Demo", address: signer.address, secretKey: key.secretKey };
  const adapter = new DemoWalletAdapter(account, async () => {}, english);
  await adapter.connect();
  const { versions, sign } = byteSigning(adapter, signer.address);
  expect(versions).toEqual(["legacy", 0, 1]);
  expect(await sign([wire])).toEqual([signed]);
});
