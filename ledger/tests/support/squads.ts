import { PublicKey } from "@solana/web3.js";
import { addressBytes, SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findSquadsProposalAddress, type SquadsTransactionId } from "@/lib/core/squads/addresses";
import type { GenesisAccount } from "../../start-ledger";

const LAMPORTS = 100_000_000n;

/** Returns an active proposal without votes, of a multisig with that many members. */
export function proposalAccount(id: SquadsTransactionId, memberCount: number): GenesisAccount {
  const index = Buffer.alloc(8);
  index.writeBigUInt64LE(id.transactionIndex);
  const [prefix, transaction, name] = ["multisig", "transaction", "proposal"].map((text) =>
    Buffer.from(text),
  );
  const seeds = [prefix, addressBytes(id.multisig), transaction, index, name].filter(
    (seed) => seed !== undefined,
  );
  const [, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(SQUADS_PROGRAM_ID));
  const [active, since] = [Uint8Array.of(1), new Uint8Array(8)];
  const data = Buffer.concat([
    ...[Buffer.from("1a5ebdbb74883521", "hex"), addressBytes(id.multisig), index, active, since],
    Uint8Array.of(bump),
    new Uint8Array(3 * (4 + 32 * memberCount)),
  ]);
  return { address: findSquadsProposalAddress(id), owner: SQUADS_PROGRAM_ID, lamports: LAMPORTS, data };
}
