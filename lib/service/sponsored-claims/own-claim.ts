import bs58 from "bs58";
import { COMPUTE_BUDGET_PROGRAM_ID, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";

type Expected = {
  sponsor: string;
  wallet: string;
  programId: string;
  /** Lamports that the sponsor transfers to the wallet for rent; 0 for none. */
  rent: bigint;
};

const TRANSFER = 2;

/**
 * Checks the bytes of a sponsored claim once more before they are signed, independent of the code that built them. The
 * sponsor is only the fee payer: no instruction may use its account, except one transfer of exactly the rent.
 * @throws RangeError for any other transaction
 */
export function requireOwnClaim(wire: Uint8Array, { sponsor, wallet, programId, rent }: Expected): void {
  const { version, staticKeys, instructions, requiredSignatures, readonlySigned } = readTransaction(wire);
  const keys = staticKeys.map((key) => bs58.encode(key));
  const isSigned = requiredSignatures === 2 && readonlySigned === 0 && version !== 1;
  const [payer, signer] = keys;
  let transferred = 0n;
  const areOurs = instructions.every(({ programIdIndex, accounts, data }) => {
    const usesSponsor = accounts.includes(0);
    switch (keys[programIdIndex]) {
      case programId:
        return !usesSponsor;
      case COMPUTE_BUDGET_PROGRAM_ID:
        return accounts.length === 0;
      case SYSTEM_PROGRAM_ID: {
        const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
        if (data.length !== 12 || view.getUint32(0, true) !== TRANSFER) return false;
        transferred += view.getBigUint64(4, true);
        return accounts.length === 2 && accounts[0] === 0 && accounts[1] === 1;
      }
      default:
        return false;
    }
  });
  if (isSigned && payer === sponsor && signer === wallet && areOurs && transferred === rent) return;
  throw new RangeError("The sponsor signs only claims that this service has built.");
}
