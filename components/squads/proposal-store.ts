import * as z from "zod";
import type { Intent } from "@/components/network/sent-transactions";
import { browserStorage } from "@/components/shell/browser-storage";
import type { SquadsTransactionId } from "@/lib/core/squads/addresses";

const PREFIX = "vesting-index.proposed.";

const stored = z.object({ multisig: z.string(), transactionIndex: z.string() });

const getKey = ({ signer, treeAddress, what }: Intent) => `${PREFIX}${treeAddress}.${signer}.${what}`;

/** Returns the transaction that was proposed for an intent, or null. */
export function findProposed(intent: Intent): SquadsTransactionId | null {
  const text = browserStorage().getItem(getKey(intent));
  if (text === null) return null;
  const { multisig, transactionIndex } = stored.parse(JSON.parse(text));
  return { multisig, transactionIndex: BigInt(transactionIndex) };
}

/** Stores the index before the proposal is sent. The entry survives a reload. */
export const storeProposed = (intent: Intent, { multisig, transactionIndex }: SquadsTransactionId): void =>
  browserStorage().setItem(
    getKey(intent),
    JSON.stringify({ multisig, transactionIndex: String(transactionIndex) }),
  );

export const deleteProposed = (intent: Intent): void => browserStorage().removeItem(getKey(intent));
