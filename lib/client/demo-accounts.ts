import bs58 from "bs58";
import nacl from "tweetnacl";

/** Names of the local ledger's demo accounts and of its token, which the demo creator can mint. */
export const DEMO_CREATOR = "Demo creator";
export const DEMO_BENEFICIARIES = [
  "Demo beneficiary Ada",
  "Demo beneficiary Ben",
  "Demo beneficiary Cleo",
] as const;
export const DEMO_TOKEN = "Demo token";

export type DemoAccount = { name: string; address: string; secretKey: Uint8Array };

/**
 * Returns a demo account of the local ledger. The key is derived from the name, so that the dashboard's
 * built-in wallet and the demo use the same account. The key is public: never use it on another network.
 */
export async function demoAccount(name: string): Promise<DemoAccount> {
  const text = new TextEncoder().encode(`vesting-index local ledger: ${name}`);
  const seed = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed);
  return { name, address: bs58.encode(publicKey), secretKey };
}

/** Returns the creator, then the beneficiaries. */
export const demoAccounts = (): Promise<DemoAccount[]> =>
  Promise.all([DEMO_CREATOR, ...DEMO_BENEFICIARIES].map(demoAccount));
