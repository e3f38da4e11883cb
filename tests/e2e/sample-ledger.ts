import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey } from "@solana/web3.js";
import type { DemoAccount } from "@/lib/client/demo-accounts";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { type RecentBlockhash, unsignedTransaction } from "@/lib/core/plans/wire";
import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";

/** The local ledger of a dashboard, for a history that is played faster than its blocks come. */
export class SampleLedger {
  /** Of every transaction sent so far. */
  readonly signatures: string[] = [];
  /** Unix seconds on the ledger when time was last moved. */
  now = 0n;
  private readonly connection: Connection;

  /** Good until time moves. */
  private recent: RecentBlockhash | null = null;

  constructor(private readonly url: string) {
    this.connection = new Connection(url, "processed");
  }

  /** Sends what one account signs; a refusal throws. Nothing is confirmed before time moves. */
  async send(plan: TransactionPlan, signer: DemoAccount): Promise<void> {
    this.recent ??= await this.connection.getLatestBlockhash();
    const transaction = unsignedTransaction(plan, this.recent);
    transaction.sign(Keypair.fromSecretKey(signer.secretKey));
    const options = { preflightCommitment: "processed" } as const;
    this.signatures.push(await this.connection.sendRawTransaction(transaction.serialize(), options));
  }

  async fill({ address }: DemoAccount, sol: number): Promise<void> {
    await this.connection.requestAirdrop(new PublicKey(address), sol * LAMPORTS_PER_SOL);
  }

  /** Moves the ledger's clock ahead, after which all that was sent is final. */
  async advance(seconds: number): Promise<void> {
    const response = await fetch(this.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ledger_advanceTime", params: [seconds] }),
    });
    const { result } = (await response.json()) as { result: number };
    this.now = BigInt(result);
    this.recent = null;
  }

  async tree(treeAddress: string): Promise<VestingTree> {
    const account = await this.connection.getAccountInfo(new PublicKey(treeAddress));
    if (!account) throw new Error(`The ledger has no tree ${treeAddress}.`);
    return decodeVestingTree(account.data);
  }
}
