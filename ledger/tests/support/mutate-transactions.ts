import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import {
  Keypair,
  MessageV0,
  PublicKey,
  SystemProgram,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import { MalformedTransactionError } from "@/lib/core/solana/transaction/byte-reader";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { Engine } from "../../bank/engine";

/** Feeds mutated transactions to the reader, and the accepted ones to the machine; prints the counts. */

const NO_KEY = PublicKey.default.toBase58();
const payer = Keypair.fromSeed(new Uint8Array(32).fill(5));

function legacy(): Uint8Array {
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    blockhash: NO_KEY,
    lastValidBlockHeight: 0,
  });
  transaction.add(
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: SystemProgram.programId, lamports: 1 }),
  );
  transaction.sign(payer);
  return transaction.serialize();
}

function version0(): Uint8Array {
  const message = new MessageV0({
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
    staticAccountKeys: [payer.publicKey, SystemProgram.programId],
    recentBlockhash: NO_KEY,
    compiledInstructions: [
      { programIdIndex: 1, accountKeyIndexes: [0, 2], data: new Uint8Array([2, 0, 0, 0]) },
    ],
    addressTableLookups: [{ accountKey: payer.publicKey, writableIndexes: [0], readonlyIndexes: [1] }],
  });
  return new VersionedTransaction(message).serialize();
}

function version1(): Uint8Array {
  const me = address(payer.publicKey.toBase58());
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (empty) => setTransactionMessageFeePayer(me, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(NO_KEY), lastValidBlockHeight: 1n },
        paid,
      ),
    (timed) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address(NO_KEY),
          accounts: [{ address: me, role: AccountRole.WRITABLE_SIGNER }],
          data: new Uint8Array([2, 0, 0, 0]),
        },
        timed,
      ),
    (done) =>
      setTransactionMessageConfig({ computeUnitLimit: 10_000, loadedAccountsDataSizeLimit: 100_000 }, done),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

const random = (limit: number) => Math.floor(Math.random() * limit);

/** Changes a few bytes outside the signatures, and sometimes the length. */
function mutate(source: Uint8Array): Uint8Array {
  const raw = Uint8Array.from(source);
  for (let change = random(3); change >= 0; change--) {
    raw[random(4) === 0 ? random(raw.length) : 65 + random(10)] = random(3) === 0 ? random(256) : random(6);
  }
  const kind = random(8);
  if (kind === 0) return raw.subarray(0, random(raw.length));
  return kind === 1 ? Uint8Array.from([...raw, random(256)]) : raw;
}

const engine = Engine.create(payer.publicKey.toBytes());
const sources = [legacy(), version0(), version1()];
const count = { taken: 0, refused: 0 };
for (let run = 0; run < Number(process.argv[2]); run++) {
  const raw = mutate(sources[run % sources.length] ?? new Uint8Array());
  try {
    const transaction = readTransaction(raw);
    engine.simulate(transaction, run % 2 === 0);
    engine.simulate(transaction, false);
    engine.execute(transaction);
    count.taken++;
  } catch (error) {
    if (!(error instanceof MalformedTransactionError)) throw error;
    count.refused++;
  }
}
process.stdout.write(JSON.stringify(count));
