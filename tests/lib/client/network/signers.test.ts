import { Keypair, Transaction } from "@solana/web3.js";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { keypairSigner, walletSigner } from "@/lib/client/network/signers";
import { signedHeader } from "@/lib/client/wallet-session";
import { readAuthorization } from "@/lib/core/auth/wallet-message";
import { planCreateStream } from "@/lib/core/plans/create-campaign";
import { withFeePayer } from "@/lib/core/plans/durable-nonce";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";

const RECENT = { blockhash: Keypair.generate().publicKey.toBase58(), lastValidBlockHeight: 1 };
const [creator, payer] = [Keypair.generate(), Keypair.generate()];
const plan = withFeePayer(
  planCreateStream({
    ...{ creator: creator.publicKey.toBase58(), mint: "11111111111111111111111111111111" },
    ...{ campaignId: 1n, beneficiary: payer.publicKey.toBase58(), amount: 1n, releaseType: 0 },
    ...{ startTime: 1n, cliffTime: 1n, endTime: 1n, milestoneIdx: 0 },
    ...{ cancellable: false, cancelAuthority: null, pauseAuthority: null },
  }),
  payer.publicKey.toBase58(),
);
const wire = unsignedBytes(plan, RECENT);

describe("keypair signer", () => {
  test("adds its signature beside those of others, as web3.js does", () => {
    const signed = [creator, payer].reduce((bytes, key) => {
      const signer = keypairSigner(key.secretKey);
      expect(signer.address).toBe(key.publicKey.toBase58());
      return signer.signTransaction(bytes) as Uint8Array;
    }, wire);
    const expected = Transaction.from(wire);
    expected.partialSign(creator, payer);
    expect(signed).toEqual(new Uint8Array(expected.serialize()));
  });

  test("refuses a transaction that it is not a signer of", () => {
    const { signTransaction } = keypairSigner(Keypair.generate().secretKey);
    expect(() => signTransaction(wire)).toThrow("is not a signer of the transaction");
  });

  test("is built from the seed and its own public key", () => {
    const mixed = new Uint8Array([...creator.secretKey.slice(0, 32), ...payer.publicKey.toBytes()]);
    for (const bytes of [mixed, creator.secretKey.slice(0, 32), new Uint8Array(65)]) {
      expect(() => keypairSigner(bytes)).toThrow(Error);
    }
  });
});

/** A wallet adapter whose methods depend on `this`. */
class Adapter {
  constructor(
    private readonly key: Keypair,
    readonly publicKey = key.publicKey,
  ) {}
  async signMessage(message: Uint8Array) {
    return nacl.sign.detached(message, this.key.secretKey);
  }
  async signTransaction<T extends Transaction>(transaction: T): Promise<T> {
    transaction.partialSign(this.key);
    return transaction;
  }
}

describe("wallet signer", () => {
  test("signs messages and transactions through the adapter", async () => {
    const signer = walletSigner(new Adapter(creator));
    const header = await signedHeader(signer, { nonce: "n", expiresAt: 2, serverTime: 1 }, {});
    const { message, signature } = readAuthorization(header) ?? expect.fail("The header cannot be read.");
    expect(nacl.sign.detached.verify(message, signature, creator.publicKey.toBytes())).toBe(true);
    expect(new Uint8Array((await signer.signTransaction?.(wire)) ?? [])).toEqual(
      new Uint8Array(await keypairSigner(creator.secretKey).signTransaction(wire)),
    );
  });

  test("proves a wallet that cannot sign messages by a transaction", async () => {
    const { publicKey, signTransaction } = new Adapter(creator);
    const adapter = { key: creator, publicKey, signTransaction };
    const header = await signedHeader(walletSigner(adapter), { nonce: "n", expiresAt: 2, serverTime: 1 }, {});
    expect(header).toMatch(/^SolanaTransaction /);
  });

  test("requires a connected wallet", () => {
    expect(() => walletSigner({ publicKey: null })).toThrow("Connect it first");
  });
});
