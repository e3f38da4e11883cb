import { type AccountInfo, PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import { DEMO_MINT, type TokenNames } from "@/lib/contract/names";
import { type Message, message } from "@/lib/core/i18n/translator";
import { TOKEN_2022_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { imitatedToken } from "@/lib/core/solana/tokens/look-alikes";
import { findTokenMetadataAddress, readTokenMetadata } from "@/lib/core/solana/tokens/metadata";
import { mintFacts } from "@/lib/core/solana/tokens/tokens";

/** The facts about a mint on the Solana network, or the reason why the program rejects the mint. */
export type MintCheckResult =
  | { decimals: number; canFreeze: boolean; problem: null; names?: TokenNames }
  | { decimals: null; canFreeze: false; problem: Message };

const refused = (problem: Message): MintCheckResult => ({ decimals: null, canFreeze: false, problem });

function namedBy({ owner, data }: AccountInfo<Buffer>, mint: string): { names?: TokenNames } {
  const read = readTokenMetadata({ owner: owner.toBase58(), data }, mint);
  // The service has logos only for tokens of campaigns.
  return read ? { names: { ...read, imitates: imitatedToken({ ...read, mint }), hasLogo: false } } : {};
}

/** Checks whether campaigns can lock a mint. Does not accept the native mint. */
export async function readMint(mint: string): Promise<MintCheckResult> {
  const keys = [mint, findTokenMetadataAddress(mint)].map((address) => new PublicKey(address));
  const [account, metadata] = await solanaConnection().getMultipleAccountsInfo(keys);
  if (!account) {
    return refused(
      mint === DEMO_MINT
        ? message("Connect the demo creator to create the demo token.")
        : message("The network has no account at this address. Check the mint address and the network."),
    );
  }
  const owner = account.owner.toBase58();
  const facts = mintFacts({ owner, data: account.data });
  if (facts)
    return {
      decimals: facts.decimals,
      canFreeze: facts.freezeAuthority !== null,
      problem: null,
      ...(metadata && namedBy(metadata, mint)),
    };
  if (owner === TOKEN_2022_PROGRAM_ID) {
    return refused(
      message(
        "This account belongs to Token-2022, which the vesting program does not support. Use a classic SPL token.",
      ),
    );
  }
  return refused(
    message("This is not a mint of the classic SPL Token program. Enter the token’s mint address."),
  );
}
