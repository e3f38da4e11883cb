import type { Page } from "@playwright/test";
import { Keypair, Transaction } from "@solana/web3.js";
import nacl from "tweetnacl";

/** The response of the wallet's user; a test may change it while the page runs. */
export type ExtensionWallet = {
  address: string;
  answer: "sign" | "decline";
  /** The number of transactions in each prompt. */
  prompts: number[];
};

/**
 * Adds a wallet to the page as a browser extension does: it announces itself by the events of the Wallet
 * Standard. Its key stays outside of the page. Without `signsMessages` it signs only transactions, as
 * hardware wallets do; without `signsTransactions` it always sends the transactions that it signs.
 */
export async function addExtensionWallet(
  page: Page,
  { keypair = Keypair.generate(), signsMessages = true, signsTransactions = true } = {},
): Promise<ExtensionWallet> {
  const wallet: ExtensionWallet = { address: keypair.publicKey.toBase58(), answer: "sign", prompts: [] };
  await page.exposeFunction("extensionRequests", (count: number) => void wallet.prompts.push(count));
  await page.exposeFunction("extensionSigns", (kind: "message" | "transaction", bytes: number[]) => {
    if (wallet.answer === "decline") return null;
    if (kind === "message") return [...nacl.sign.detached(Uint8Array.from(bytes), keypair.secretKey)];
    const transaction = Transaction.from(bytes);
    transaction.partialSign(keypair);
    return [...transaction.serialize({ requireAllSignatures: false })];
  });
  await page.addInitScript(announce, {
    address: wallet.address,
    publicKey: [...keypair.publicKey.toBytes()],
    signsMessages,
    signsTransactions,
  });
  return wallet;
}

declare global {
  /**
   * A function that `addExtensionWallet` adds to the page; receives the number of transactions in a prompt.
   */
  function extensionRequests(count: number): Promise<void>;
  /** A function that `addExtensionWallet` adds to the page; returns null when the user declines. */
  function extensionSigns(kind: "message" | "transaction", bytes: number[]): Promise<number[] | null>;
}

type Announced = {
  address: string;
  publicKey: number[];
  signsMessages: boolean;
  signsTransactions: boolean;
};

/** Runs in the page. */
function announce({ address, publicKey, signsMessages, signsTransactions }: Announced) {
  const features = [
    signsTransactions ? "solana:signTransaction" : "solana:signAndSendTransaction",
    ...(signsMessages ? ["solana:signMessage"] : []),
  ];
  const chains = ["solana:mainnet", "solana:devnet", "solana:localnet"];
  const account = { address, publicKey: Uint8Array.from(publicKey), chains, features };
  const listeners: ((change: object) => void)[] = [];
  const sign = async (kind: "message" | "transaction", bytes: Uint8Array) => {
    const signed = await extensionSigns(kind, [...bytes]);
    if (!signed) throw new Error("User rejected the request.");
    return Uint8Array.from(signed);
  };
  const wallet = {
    version: "1.0.0",
    name: "Extension",
    icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
    chains,
    accounts: [] as object[],
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: async () => {
          wallet.accounts = [account];
          for (const listen of listeners) listen({ accounts: wallet.accounts });
          return { accounts: wallet.accounts };
        },
      },
      "standard:disconnect": {
        version: "1.0.0",
        disconnect: async () => {
          wallet.accounts = [];
        },
      },
      "standard:events": {
        version: "1.0.0",
        on: (_event: string, listener: (change: object) => void) => {
          listeners.push(listener);
          return () => listeners.splice(listeners.indexOf(listener), 1);
        },
      },
      ...(signsTransactions && {
        "solana:signTransaction": {
          version: "1.0.0",
          supportedTransactionVersions: ["legacy", 0],
          signTransaction: async (...inputs: { transaction: Uint8Array }[]) => {
            await extensionRequests(inputs.length);
            return Promise.all(
              inputs.map(async ({ transaction }) => ({
                signedTransaction: await sign("transaction", transaction),
              })),
            );
          },
        },
      }),
      ...(!signsTransactions && {
        "solana:signAndSendTransaction": {
          version: "1.0.0",
          supportedTransactionVersions: ["legacy", 0],
          signAndSendTransaction: async () => {
            throw new Error("Nothing may be sent.");
          },
        },
      }),
      ...(signsMessages && {
        "solana:signMessage": {
          version: "1.0.0",
          signMessage: async (...inputs: { message: Uint8Array }[]) =>
            Promise.all(
              inputs.map(async ({ message }) => ({
                signedMessage: message,
                signature: await sign("message", message),
              })),
            ),
        },
      }),
    },
  };
  const callback = ({ register }: { register(wallet: object): void }) => register(wallet);
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: callback }));
  window.addEventListener("wallet-standard:app-ready", (event) => {
    callback((event as CustomEvent).detail);
  });
}
