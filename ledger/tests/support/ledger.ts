import {
  type Commitment,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import {
  createAssociatedTokenInstruction,
  createMintInstructions,
  findAssociatedTokenAddress,
  MINT_ACCOUNT_BYTES,
  mintToInstruction,
} from "@/lib/core/solana/tokens/tokens";
import type { LedgerControls } from "../../controls";
import { type Ledger, type LedgerOptions, startLedger } from "../../start-ledger";

export const createTransfer = (from: Keypair, to: PublicKey, lamports: number): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });

/** The local ledger on a free port, in memory, with helpers for tests. */
export class TestLedger {
  private constructor(
    readonly ledger: Ledger,
    readonly connection: Connection,
  ) {}

  /**
   * Starts a ledger. By default every transaction is final as soon as it is sent, no timer runs, and clients
   * may use the controls.
   */
  static async start(options: LedgerOptions = {}): Promise<TestLedger> {
    const ledger = await startLedger({
      instant: true,
      slotMs: 0,
      controls: true,
      onError: (error) => {
        throw error;
      },
      ...options,
    });
    return new TestLedger(ledger, connect(ledger, "confirmed"));
  }

  get url(): string {
    return this.ledger.url;
  }

  get wsUrl(): string {
    return this.ledger.wsUrl;
  }

  get controls(): LedgerControls {
    return this.ledger.controls;
  }

  /** Unix seconds on the ledger. */
  get now(): bigint {
    return BigInt(this.controls.now());
  }

  /** Returns a new wallet that holds SOL. */
  wallet(sol = 100): Keypair {
    const wallet = Keypair.generate();
    this.controls.airdrop(wallet.publicKey.toBytes(), BigInt(sol * LAMPORTS_PER_SOL));
    return wallet;
  }

  /**
   * Sends a transaction that the first signer pays for and returns its signature, without waiting for
   * confirmation.
   */
  async send(instructions: TransactionInstruction[], signers: [Keypair, ...Keypair[]]): Promise<string> {
    const transaction = await this.sign(instructions, signers);
    return this.connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: "processed" });
  }

  /** Sends a transfer of lamports. */
  pay(from: Keypair, to: PublicKey, lamports: number): Promise<string> {
    return this.send([createTransfer(from, to, lamports)], [from]);
  }

  async sign(instructions: TransactionInstruction[], signers: [Keypair, ...Keypair[]]): Promise<Transaction> {
    const { blockhash, lastValidBlockHeight } = await this.connection.getLatestBlockhash("processed");
    const feePayer = signers[0].publicKey;
    const transaction = new Transaction({ feePayer, blockhash, lastValidBlockHeight }).add(...instructions);
    transaction.sign(...signers);
    return transaction;
  }

  /**
   * Sends a transaction that depends on the last processed one, and waits for the WebSocket to confirm it.
   */
  sendAndConfirm(instructions: TransactionInstruction[], signers: [Keypair, ...Keypair[]]): Promise<string> {
    return sendAndConfirmTransaction(this.connection, new Transaction().add(...instructions), signers, {
      commitment: "confirmed",
      preflightCommitment: "processed",
    });
  }

  /** Creates a mint of 6 decimals with `authority` as mint authority and payer. */
  async createMint(authority: Keypair): Promise<string> {
    const mint = Keypair.generate();
    const lamports = await this.connection.getMinimumBalanceForRentExemption(MINT_ACCOUNT_BYTES);
    const payer = authority.publicKey.toBase58();
    const address = mint.publicKey.toBase58();
    await this.send(
      createMintInstructions({ payer, mint: address, mintAuthority: payer, decimals: 6, lamports }),
      [authority, mint],
    );
    return address;
  }

  /**
   * Mints into the owner's associated token account, creates it if it is missing, and returns its address.
   */
  async mintTokens(input: {
    mint: string;
    authority: Keypair;
    owner: string;
    amount: bigint;
  }): Promise<string> {
    const { mint, owner, amount } = input;
    const authority = input.authority.publicKey.toBase58();
    const destination = findAssociatedTokenAddress({ owner, mint }).address;
    await this.send(
      [
        createAssociatedTokenInstruction({ payer: authority, owner, mint }),
        mintToInstruction({ mint, destination, authority, amount }),
      ],
      [input.authority],
    );
    return destination;
  }

  /** Returns the balance of a token account in base units. */
  async tokenBalance(account: string): Promise<bigint> {
    const { value } = await this.connection.getTokenAccountBalance(new PublicKey(account));
    return BigInt(value.amount);
  }

  /** Calls a method by name, as a client without a library would; returns JSON-RPC errors unchanged. */
  async call(method: string, ...params: unknown[]): Promise<RpcReply> {
    const response = await fetch(this.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return response.json();
  }

  close(): Promise<void> {
    closeSockets(this.connection);
    return this.ledger.close();
  }
}

export type RpcReply = {
  result?: unknown;
  error?: { code: number; message: string; data?: Record<string, unknown> };
};

export function connect(ledger: { url: string; wsUrl: string }, commitment: Commitment): Connection {
  return new Connection(ledger.url, { commitment, wsEndpoint: ledger.wsUrl });
}

/** Stops a Connection's socket, which web3.js otherwise keeps and reconnects forever. */
export function closeSockets(connection: Connection): void {
  const socket: unknown = Reflect.get(connection, "_rpcWebSocket");
  if (typeof socket !== "object" || socket === null) return;
  const close: unknown = Reflect.get(socket, "close");
  Reflect.set(socket, "autoconnect", false);
  Reflect.set(socket, "reconnect", false);
  if (typeof close === "function") close.call(socket);
}
