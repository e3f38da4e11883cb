import { type Token, toToken } from "@/components/format/token";
import { services } from "@/lib/services";
import { TOKEN_PROGRAM_ID } from "@/lib/solana/addresses";
import { MINT_ACCOUNT_BYTES } from "@/lib/solana/tokens";

/** Where a mint account keeps its decimals. */
const DECIMALS_OFFSET = 44;

/** Decimals never change, so they are asked for once a process. */
const known = new Map<string, number>();

export type Tokens = { of(mint: string): Token };

/** The tokens of some mints, with decimals from the ledger; while it does not answer, amounts stay in base units. */
export async function readTokens(mints: readonly string[]): Promise<Tokens> {
  const missing = [...new Set(mints)].filter((mint) => !known.has(mint) && !toToken(mint, null).isKnown);
  if (missing.length > 0) await learn(missing);
  return { of: (mint) => toToken(mint, known.get(mint) ?? null) };
}

async function learn(mints: readonly string[]): Promise<void> {
  const { chain, log } = await services();
  if (!chain) return;
  try {
    const { accounts } = await chain.getAccounts(mints);
    for (const [position, mint] of mints.entries()) {
      const account = accounts[position];
      if (account?.owner !== TOKEN_PROGRAM_ID || account.data.length !== MINT_ACCOUNT_BYTES) continue;
      const decimals = account.data[DECIMALS_OFFSET];
      if (decimals !== undefined) known.set(mint, decimals);
    }
  } catch (error) {
    log.warn({ error: String(error) }, "the ledger did not tell the decimals of mints");
  }
}

/** Dollars for one token of each mint, null where no price is known. */
export async function readPrices(mints: readonly string[]): Promise<Record<string, number | null>> {
  if (mints.length === 0) return {};
  const { prices } = await services();
  return (await prices.lookup([...new Set(mints)])).prices;
}
