import type { Token } from "@/lib/contract/names";
import { waitUpTo } from "@/lib/service/clock";
import { readTokens, type Tokens } from "@/lib/service/pages/tokens";

/**
 * Time to wait for the network to return a mint's decimals; without decimals, amounts are only in base units.
 */
const TIMEOUT_MS = 1_000;

/** Returns a reader for the tokens of one response, which waits for each mint once. */
export function tokenReader(): (mints: readonly string[]) => Promise<Tokens> {
  const requested = new Set<string>();
  return async (mints) => {
    const news = [...new Set(mints)].filter((mint) => !requested.has(mint));
    for (const mint of news) requested.add(mint);
    await waitUpTo(TIMEOUT_MS, readTokens(news));
    return readTokens([]);
  };
}

type Page<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** Adds the token of each row to the pages of a list. */
export function withTokens<Row extends { mint: string }>(
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
): (cursor: string | undefined) => Promise<Page<Row & { token: Token }>> {
  const readTokens = tokenReader();
  return async (cursor) => {
    const { rows, nextCursor } = await readPage(cursor);
    const tokens = await readTokens(rows.map(({ mint }) => mint));
    return { rows: rows.map((row) => ({ ...row, token: tokens.of(row.mint) })), nextCursor };
  };
}
