import { z } from "zod";

const KEPT = "vesting-index.nonces";
const MAX_STORED_NONCES = 50;

const known = z.array(z.object({ address: z.string(), authority: z.string() }));

const all = () => known.parse(JSON.parse(localStorage.getItem(KEPT) ?? "[]"));

/** Returns the nonce accounts that this browser created for any of these authorities, newest first. */
export const knownNonces = (authorities: readonly string[]): string[] =>
  all().flatMap(({ address, authority }) => (authorities.includes(authority) ? [address] : []));

export function rememberNonce(address: string, authority: string): void {
  const others = all().filter((one) => one.address !== address);
  localStorage.setItem(KEPT, JSON.stringify([{ address, authority }, ...others].slice(0, MAX_STORED_NONCES)));
}

export function forgetNonce(address: string): void {
  localStorage.setItem(KEPT, JSON.stringify(all().filter((one) => one.address !== address)));
}
