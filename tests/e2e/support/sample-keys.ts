import { createHash } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, type DemoAccount, demoAccount } from "@/lib/client/demo-accounts";

/** The creator of the samples, and a recipient in each: demo accounts, which the built-in wallet can use. */
export const CREATOR = await demoAccount(DEMO_CREATOR);
export const ADA = await demoAccount(DEMO_BENEFICIARIES[0]);

/** Returns any other account of the samples; its key is derived from its name. */
export function sampleAccount(name: string): DemoAccount {
  const { publicKey, secretKey } = Keypair.fromSeed(createHash("sha256").update(`sample: ${name}`).digest());
  return { name, address: publicKey.toBase58(), secretKey };
}

/** The members of the multisig in the tests of vaults. */
export const MEMBERS = ["first member", "second member", "third member"].map(sampleAccount);

/** The wallets in the tests of names: `alice.sol` is a token, which its seller sends to its buyer. */
export const NAME_WALLETS = {
  creator: sampleAccount("creator of a list with names"),
  seller: sampleAccount("seller"),
  buyer: sampleAccount("buyer"),
  bob: sampleAccount("bob"),
};
