import { LEGACY_ONLY, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import { ALL_VERSIONS } from "@/lib/core/plans/serialize-plan";
import { DemoWalletAdapter } from "./demo-wallet-adapter";

/** Signs transactions in wire format, in order, with one prompt. */
export type ByteSigning = {
  /** The versions that the wallet states. */
  versions: SupportedVersions;
  sign(wires: readonly Uint8Array[]): Promise<Uint8Array[]>;
};

/** The feature of Wallet Standard that signs bytes. The adapter's own method cannot serialize version 1. */
const SIGN_TRANSACTION = "solana:signTransaction";

/** Returns how an adapter signs transactions that are not legacy; a wallet without the feature signs only legacy ones. */
export function byteSigning(adapter: object | undefined, address: string): ByteSigning {
  if (adapter instanceof DemoWalletAdapter) {
    return { versions: ALL_VERSIONS, sign: async (wires) => wires.map((wire) => adapter.signWire(wire)) };
  }
  const { features, accounts } = Object(Reflect.get(Object(adapter), "wallet"));
  const feature: unknown = Object(features)[SIGN_TRANSACTION];
  const account: unknown =
    Array.isArray(accounts) && accounts.find((item) => Object(item).address === address);
  const { supportedTransactionVersions, signTransaction } = Object(feature);
  if (!account || !Array.isArray(supportedTransactionVersions) || typeof signTransaction !== "function") {
    return { versions: LEGACY_ONLY, sign: async () => [] };
  }
  return {
    versions: ALL_VERSIONS.filter((version) => supportedTransactionVersions.includes(version)),
    async sign(wires) {
      const inputs = wires.map((transaction) => ({ account, transaction }));
      const outputs: unknown = await signTransaction.call(feature, ...inputs);
      return Array.isArray(outputs) ? outputs.map((output) => Object(output).signedTransaction) : [];
    },
  };
}
