import { type Connection, LAMPORTS_PER_SOL, PublicKey, type TransactionInstruction } from "@solana/web3.js";
import {
  createAssociatedTokenInstruction,
  createMintInstructions,
  findAssociatedTokenAddress,
  MINT_ACCOUNT_BYTES,
  mintToInstruction,
  tokenAccountBalance,
} from "@/lib/core/solana/tokens/tokens";
import { DEMO_CREATOR, DEMO_TOKEN, type DemoAccount, demoAccount, demoAccounts } from "./demo-accounts";
import { sendPlan } from "./network/send-plan";
import { keypairSigner } from "./network/signers";

const STARTING_SOL = 1_000;
const TOKEN_DECIMALS = 6;
const STARTING_TOKENS = 1_000_000_000n * 10n ** BigInt(TOKEN_DECIMALS);
const CONFIRMATION_MS = 60_000;
const POLL_MS = 200;

/**
 * Prepares demo accounts on the local ledger through any connection to it: from a page, the demo, or the
 * ledger package.
 */
export class DemoLedger {
  constructor(private readonly connection: Connection) {}

  /** Funds every demo account with its starting balances. */
  async fillUpAll(): Promise<void> {
    for (const account of await demoAccounts()) await this.fillUp(account);
  }

  /**
   * Airdrops SOL to a demo account without a balance. Mints the demo token to the creator, and creates the
   * token if necessary.
   */
  async fillUp(account: DemoAccount): Promise<void> {
    const key = new PublicKey(account.address);
    if ((await this.connection.getBalance(key)) === 0) {
      await this.confirmed(await this.connection.requestAirdrop(key, STARTING_SOL * LAMPORTS_PER_SOL));
    }
    if (account.name === DEMO_CREATOR) await this.fillUpTokens(account);
  }

  /** Sends instructions and returns the signature after confirmation. The first signer pays the fee. */
  async send(
    instructions: readonly TransactionInstruction[],
    signers: readonly DemoAccount[],
  ): Promise<string> {
    const addresses = signers.map(({ address }) => address);
    const plan = { instructions, feePayer: addresses[0] ?? "", signers: addresses, accounts: {} };
    const wallets = signers.map(({ secretKey }) => keypairSigner(secretKey));
    return (await sendPlan(plan, { connection: this.connection, signers: wallets })).signature;
  }

  async exists(address: string): Promise<boolean> {
    return (await this.connection.getAccountInfo(new PublicKey(address))) !== null;
  }

  /** Creates a token with 6 decimals if it does not exist, and mints `amount` base units to its creator. */
  async mintTokens(input: { token: DemoAccount; creator: DemoAccount; amount: bigint }): Promise<void> {
    const { token, creator, amount } = input;
    const owner = { payer: creator.address, owner: creator.address, mint: token.address };
    const destination = findAssociatedTokenAddress(owner).address;
    const isMade = await this.exists(token.address);
    await this.send(
      [
        ...(isMade ? [] : await this.mintInstructions(token, creator)),
        createAssociatedTokenInstruction(owner),
        mintToInstruction({
          mint: token.address,
          destination,
          authority: creator.address,
          amount,
        }),
      ],
      isMade ? [creator] : [creator, token],
    );
  }

  private async fillUpTokens(creator: DemoAccount): Promise<void> {
    const token = await demoAccount(DEMO_TOKEN);
    const account = findAssociatedTokenAddress({ owner: creator.address, mint: token.address }).address;
    const held = await this.connection.getAccountInfo(new PublicKey(account));
    if (held !== null && tokenAccountBalance(held.data) > 0n) return;
    await this.mintTokens({ token, creator, amount: STARTING_TOKENS });
  }

  private async mintInstructions(
    token: DemoAccount,
    authority: DemoAccount,
  ): Promise<TransactionInstruction[]> {
    return createMintInstructions({
      payer: authority.address,
      mint: token.address,
      mintAuthority: authority.address,
      decimals: TOKEN_DECIMALS,
      lamports: await this.connection.getMinimumBalanceForRentExemption(MINT_ACCOUNT_BYTES),
    });
  }

  private async confirmed(signature: string): Promise<string> {
    const deadline = Date.now() + CONFIRMATION_MS;
    while (Date.now() < deadline) {
      const { value } = await this.connection.getSignatureStatuses([signature]);
      const status = value[0];
      if (status?.err) throw new Error(`${signature} failed on the network: ${JSON.stringify(status.err)}`);
      if (status && status.confirmationStatus !== "processed") return signature;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`The network did not confirm ${signature} within ${CONFIRMATION_MS / 1000} s.`);
  }
}
