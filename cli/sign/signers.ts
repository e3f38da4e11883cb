import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { UsageError } from "@/cli/usage";
import { isOwnerOnly, parseKeyFile, toKeyPair } from "@/lib/core/solana/key-file";

/** A signer of messages: its address, and a function that signs. */
export type MessageSigner = { address: string; sign(message: Uint8Array): Promise<Uint8Array> };

/** Reads a key file of solana-keygen: 64 numbers, the seed and the public key. */
export async function readKeyFile(path: string, warn: (line: string) => void): Promise<MessageSigner> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`The key file ${path} cannot be read.`);
  });
  const { mode } = await stat(path);
  if (process.platform !== "win32" && !isOwnerOnly(mode))
    warn(`Other users can read the key file ${path}. Run: chmod 600 ${path}`);
  const secretKey = parseKeyFile(text);
  if (!secretKey)
    throw new UsageError(`${path} is not a key file. It must contain the 64 numbers of solana-keygen.`);
  const pair = toKeyPair(secretKey);
  if (!pair) throw new UsageError(`${path} is not a key file. Its public key does not match its secret key.`);
  return {
    address: bs58.encode(pair.publicKey),
    sign: async (message) => nacl.sign.detached(message, pair.secretKey),
  };
}

/** The used parts of Ledger's libraries, `@ledgerhq/hw-app-solana` and a transport. The operator installs them. */
type SolanaApp = {
  getAddress(path: string): Promise<{ address: Uint8Array }>;
  signTransaction(path: string, message: Buffer): Promise<{ signature: Uint8Array }>;
};
type LedgerModules = {
  Transport: { create(): Promise<{ close(): Promise<void> }> };
  Solana: new (transport: object) => SolanaApp;
};

/**
 * Opens a Ledger device. Its libraries run an install script that compiles USB code. This project allows no install
 * scripts, so the libraries are loaded from a folder of the operator.
 */
export async function openLedgerWallet(input: {
  path: string;
  modules: string;
}): Promise<MessageSigner & { close(): Promise<void> }> {
  const { Transport, Solana } = loadModules(input.modules);
  const transport = await Transport.create().catch((error: unknown) => {
    throw new UsageError(
      `No Ledger device responds. Connect it, unlock it and open its Solana app (${String(Object(error).message ?? error)}).`,
    );
  });
  const app = new Solana(transport);
  const { address } = await app.getAddress(input.path);
  return {
    address: bs58.encode(address),
    sign: async (message) => (await app.signTransaction(input.path, Buffer.from(message))).signature,
    close: () => transport.close(),
  };
}

function loadModules(folder: string): LedgerModules {
  const load = createRequire(join(resolve(folder), "package.json"));
  const readGiven = (name: string) => {
    const loaded = load(name);
    return loaded.default ?? loaded;
  };
  try {
    return {
      Transport: readGiven("@ledgerhq/hw-transport-node-hid"),
      Solana: readGiven("@ledgerhq/hw-app-solana"),
    };
  } catch (error) {
    throw new UsageError(
      `The Ledger's libraries are not in ${folder}. In that folder: npm install @ledgerhq/hw-app-solana @ledgerhq/hw-transport-node-hid (${String(Object(error).message ?? error)})`,
    );
  }
}
