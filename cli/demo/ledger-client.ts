import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  type TransactionInstruction,
} from "@solana/web3.js";
import type { DemoAccount } from "@/lib/client/demo-accounts";
import {
  createAssociatedTokenInstruction,
  createMintInstructions,
  findAssociatedTokenAddress,
  MINT_ACCOUNT_BYTES,
  mintToInstruction,
} from "@/lib/solana/tokens";
import type { TransactionPlan } from "@/lib/transactions/plans/plan";
import { unsignedTransaction } from "@/lib/transactions/plans/wire";

const DECIMALS = 6;
const CONFIRMATION_MS = 60_000;
const POLL_MS = 200;
const STARTING_SOL = 1_000;

/** A client of the local ledger: sends what plans say, and waits until the ledger has confirmed it. */
export class LedgerClient {
  private readonly connection: Connection;

  constructor(url: string) {
    this.connection = new Connection(url, "confirmed");
  }

  /** Signs and sends a plan; its signature once the ledger has confirmed it. Throws when it failed there. */
  async send(
    plan: Pick<TransactionPlan, "feePayer" | "instructions">,
    signers: readonly DemoAccount[],
  ): Promise<string> {
    const recent = await this.connection.getLatestBlockhash();
    const transaction = unsignedTransaction(
      { ...plan, instruction: "claim", signers: [], accounts: {} },
      recent,
    );
    transaction.sign(...signers.map(({ secretKey }) => Keypair.fromSecretKey(secretKey)));
    return this.confirmed(await this.connection.sendRawTransaction(transaction.serialize()));
  }

  /** Gives an account SOL from the ledger's faucet unless it has some. */
  async fillUp({ address }: DemoAccount): Promise<void> {
    const key = new PublicKey(address);
    if ((await this.connection.getBalance(key)) > 0) return;
    await this.confirmed(await this.connection.requestAirdrop(key, STARTING_SOL * LAMPORTS_PER_SOL));
  }

  /** Makes the token with 6 decimals unless it exists, and mints `amount` base units to the creator. */
  async mintTokens(of: { token: DemoAccount; creator: DemoAccount; amount: bigint }): Promise<void> {
    const { token, creator, amount } = of;
    const owner = { payer: creator.address, owner: creator.address, mint: token.address };
    const mintTo = mintToInstruction({
      mint: token.address,
      destination: findAssociatedTokenAddress(owner).address,
      authority: creator.address,
      amount,
    });
    const exists = await this.exists(token.address);
    const create = exists ? [] : await this.createMint(token.address, creator.address);
    const instructions = [...create, createAssociatedTokenInstruction(owner), mintTo];
    await this.send({ feePayer: creator.address, instructions }, exists ? [creator] : [creator, token]);
  }

  async exists(address: string): Promise<boolean> {
    return (await this.connection.getAccountInfo(new PublicKey(address))) !== null;
  }

  private async createMint(mint: string, authority: string): Promise<TransactionInstruction[]> {
    const lamports = await this.connection.getMinimumBalanceForRentExemption(MINT_ACCOUNT_BYTES);
    return createMintInstructions({
      payer: authority,
      mint,
      mintAuthority: authority,
      decimals: DECIMALS,
      lamports,
    });
  }

  private async confirmed(signature: string): Promise<string> {
    const deadline = Date.now() + CONFIRMATION_MS;
    while (Date.now() < deadline) {
      const { value } = await this.connection.getSignatureStatuses([signature]);
      const status = value[0];
      if (status?.err) throw new Error(`${signature} failed on the ledger: ${JSON.stringify(status.err)}`);
      if (status && status.confirmationStatus !== "processed") return signature;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`The ledger did not confirm ${signature} within ${CONFIRMATION_MS / 1000} s.`);
  }
}
