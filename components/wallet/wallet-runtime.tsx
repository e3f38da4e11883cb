"use client";

import { WalletError, type WalletName, WalletReadyState } from "@solana/wallet-adapter-base";
import { ConnectionProvider, useWallet as useAdapter, WalletProvider } from "@solana/wallet-adapter-react";
import { Transaction } from "@solana/web3.js";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { rpcEndpoint } from "@/components/network/rpc-call";
import { storedOfflineAccount } from "@/components/offline-signing/offline-account";
import { useNetwork } from "@/components/shell/network";
import { shownAccount } from "@/components/squads/vault-account";
import type { Translator } from "@/lib/core/i18n/translator";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { type ByteSigning, byteSigning } from "./byte-signing";
import { DemoWalletAdapter, demoWallets } from "./demo-wallet-adapter";
import { registerMobileWallets } from "./mobile-wallets";
import { signingProblem } from "./signing-problem";
import { storeViewer } from "./viewer-cookie";
import { LAST_WALLET_KEY, updateWallet, type WalletAccount } from "./wallet-store";

const NO_DEMOS: DemoWalletAdapter[] = [];

/** The wallet adapters, and a bridge that copies their state to the wallet store. Loaded on demand. */
export default function WalletRuntime({ isLocalLedger }: { isLocalLedger: boolean }) {
  const t = useTranslator();
  const demos = useQuery({
    queryKey: ["demo-accounts"],
    queryFn: () => demoWallets(t),
    enabled: isLocalLedger,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const network = useNetwork();
  const phone = useQuery({
    queryKey: ["mobile-wallets", network?.genesis],
    queryFn: async () => {
      await registerMobileWallets(network, navigator, t);
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if ((isLocalLedger && demos.isPending) || phone.isPending) return null;
  const onError = (error: WalletError) =>
    updateWallet({
      problem: error.message || t("The wallet did not respond. Open the wallet and try again."),
      connecting: false,
    });
  return (
    <ConnectionProvider endpoint={rpcEndpoint()}>
      <WalletProvider
        wallets={demos.data ?? NO_DEMOS}
        autoConnect
        localStorageKey={LAST_WALLET_KEY}
        onError={onError}
      >
        <WalletBridge />
      </WalletProvider>
    </ConnectionProvider>
  );
}

function WalletBridge() {
  const t = useTranslator();
  const { wallets, wallet, publicKey, connecting, select, disconnect, ...signing } = useAdapter();
  const { signMessage, signTransaction, signAllTransactions } = signing;
  const address = publicKey?.toBase58() ?? null;
  const adapter = wallet?.adapter;
  const walletName = adapter?.name ?? "";
  useEffect(() => {
    const usable = wallets.filter(({ readyState }) => readyState === WalletReadyState.Installed);
    updateWallet({
      phase: "ready",
      options: usable.map(({ adapter }) => {
        const isDemo = adapter instanceof DemoWalletAdapter;
        return { name: adapter.name, icon: adapter.icon, isDemo, address: isDemo ? adapter.address : null };
      }),
      select: (name) => {
        updateWallet({ problem: null });
        select(name as WalletName);
      },
      disconnect: () => {
        storeViewer(null);
        disconnect().catch((error: unknown) => {
          updateWallet({
            problem:
              error instanceof WalletError ? error.message : t("The wallet could not be disconnected."),
          });
        });
      },
    });
  }, [wallets, select, disconnect, t]);
  useEffect(() => {
    updateWallet({ connecting });
    if (address) {
      const input = {
        address,
        walletName,
        chains: getChains(adapter, address),
        bytes: byteSigning(adapter, address),
      };
      const shown = shownAccount(
        t,
        account(t, { ...input, signMessage, signTransaction, signAllTransactions }),
      );
      updateWallet({ account: shown });
      storeViewer(shown.address);
      // The adapters do not contain an address with offline signing, so their state must not reset the
      // account.
    } else if (storedOfflineAccount() === null) updateWallet({ account: null });
  }, [address, walletName, adapter, connecting, signMessage, signTransaction, signAllTransactions, t]);
  return null;
}

/** Returns the chains that a Wallet Standard wallet states for an account. */
function getChains(adapter: object | undefined, address: string): readonly string[] {
  const accounts: unknown = Object(Reflect.get(Object(adapter), "wallet")).accounts;
  const found: unknown = Array.isArray(accounts) && accounts.find((item) => Object(item).address === address);
  const { chains } = Object(found);
  return Array.isArray(chains) ? chains.filter((chain) => typeof chain === "string") : [];
}

type Signing = Pick<ReturnType<typeof useAdapter>, "signMessage" | "signTransaction" | "signAllTransactions">;

function account(
  t: Translator,
  input: Signing & Pick<WalletAccount, "address" | "walletName" | "chains"> & { bytes: ByteSigning },
): WalletAccount {
  const { address, walletName, chains, bytes, signMessage, signTransaction, signAllTransactions } = input;
  const refuse = (error: unknown): never => {
    throw signingProblem(t, error, walletName);
  };
  return {
    address,
    walletName,
    chains,
    signsTransactions: signTransaction !== undefined,
    transactionVersions: bytes.versions,
    signMessage: signMessage && (async (message) => signMessage(message).catch(refuse)),
    signTransaction: async (wireTransaction) => {
      if (!signTransaction) {
        throw new Error(t("{wallet} cannot sign transactions. Use another wallet.", { wallet: walletName }));
      }
      if (!isLegacy(wireTransaction)) {
        const [signed] = await bytes.sign([wireTransaction]).catch(refuse);
        return signed ?? refuse(undefined);
      }
      return toWire(await signTransaction(Transaction.from(wireTransaction)).catch(refuse));
    },
    ...(signAllTransactions && {
      signTransactions: async (wires) => {
        if (!wires.every(isLegacy)) return bytes.sign(wires).catch(refuse);
        const unsigned = wires.map((wire) => Transaction.from(wire));
        return (await signAllTransactions(unsigned).catch(refuse)).map(toWire);
      },
    }),
  };
}

const isLegacy = (wire: Uint8Array) => readTransaction(wire).version === "legacy";

const toWire = (signed: Transaction): Uint8Array =>
  signed.serialize({ requireAllSignatures: false, verifySignatures: false });
