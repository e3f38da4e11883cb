import * as z from "zod";
import { browserStorage } from "@/components/shell/browser-storage";

const STORAGE_KEY = "vesting-index.nonces";
const MAX_STORED_NONCES = 50;

const known = z.array(z.object({ address: z.string(), authority: z.string() }));

const readAll = () => known.parse(JSON.parse(browserStorage().getItem(STORAGE_KEY) ?? "[]"));

/** Returns the nonce accounts that this browser created for any of these authorities, newest first. */
export const knownNonces = (authorities: readonly string[]): string[] =>
  readAll().flatMap(({ address, authority }) => (authorities.includes(authority) ? [address] : []));

export function storeNonce(address: string, authority: string): void {
  const others = readAll().filter((item) => item.address !== address);
  browserStorage().setItem(
    STORAGE_KEY,
    JSON.stringify([{ address, authority }, ...others].slice(0, MAX_STORED_NONCES)),
  );
}

export function removeNonce(address: string): void {
  browserStorage().setItem(STORAGE_KEY, JSON.stringify(readAll().filter((item) => item.address !== address)));
}
