import { and, desc, eq, gt, lt, notExists, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { campaigns, claimEvents, sponsoredClaims, sponsorQuotas } from "@/db/schema";
import { u64Text } from "@/db/schema/u64";

/** The budget that refused a reservation: of the wallet, or of all wallets. */
export type UsedQuota = "wallet" | "day";

/** Thrown if a budget has no room for a reservation. Nothing was stored. */
export class SponsorQuotaExceededError extends Error {
  override readonly name = "SponsorQuotaExceededError";

  constructor(readonly quota: UsedQuota) {
    super(`The ${quota} budget is used up.`);
  }
}

/** Amounts in lamports, per UTC day. */
export type SponsorLimits = { walletClaims: number; walletLamports: bigint; dayLamports: bigint };

/** `day` counts UTC days from 1970; `content` identifies the instructions. */
export type Reservation = Pick<
  typeof sponsoredClaims.$inferInsert,
  "day" | "wallet" | "treeAddress" | "lamports" | "lastValidBlockHeight" | "createdAt"
> & { content: string };

/** The row of all wallets. */
const ALL_WALLETS = "";
/** The largest value of a Postgres integer. */
const MAX_INTEGER = 2_147_483_647;

/**
 * Reserves the budget of a claim, atomically over all processes: each statement locks and checks its row.
 * @returns the id of the reservation
 * @throws SponsorQuotaExceededError
 */
export function reserveQuota(
  db: Database,
  reservation: Reservation,
  { walletClaims, walletLamports, dayLamports }: SponsorLimits,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { day, wallet, lamports } = reservation;
    // The common row is the last one, so that it is locked as briefly as possible.
    const ofWallet = { day, wallet, lamports, maxClaims: walletClaims, maxLamports: walletLamports };
    if (!(await addToQuota(tx, ofWallet))) throw new SponsorQuotaExceededError("wallet");
    const ofAll = { day, wallet: ALL_WALLETS, lamports, maxLamports: dayLamports };
    if (!(await addToQuota(tx, ofAll))) throw new SponsorQuotaExceededError("day");
    const rows = await tx
      .insert(sponsoredClaims)
      .values({ ...reservation, state: "open" })
      .returning({ id: sponsoredClaims.id });
    const [row] = rows;
    if (!row) throw new RangeError("An inserted reservation is returned.");
    return row.id;
  });
}

type Addition = {
  day: number;
  wallet: string;
  lamports: bigint;
  maxClaims?: number;
  maxLamports: bigint;
};

/** Returns false, without a change, if the sum would exceed a maximum. */
async function addToQuota(tx: Database, addition: Addition): Promise<boolean> {
  const { day, wallet, lamports, maxLamports, maxClaims = MAX_INTEGER } = addition;
  if (lamports > maxLamports) return false;
  const { claims: claimCount, lamports: sum } = sponsorQuotas;
  const rows = await tx
    .insert(sponsorQuotas)
    .values({ day, wallet, claims: 1, lamports })
    .onConflictDoUpdate({
      target: [sponsorQuotas.day, sponsorQuotas.wallet],
      set: { claims: sql`${claimCount} + 1`, lamports: sql`${sum} + excluded.lamports` },
      setWhere: sql`${claimCount} < ${maxClaims} and ${sum} + excluded.lamports <= ${maxLamports}`,
    })
    .returning({ day: sponsorQuotas.day });
  return rows.length > 0;
}

/** Stores the signed transaction of a reservation. */
export async function storeSponsored(
  db: Database,
  { id, ...signed }: { id: number; signature: string; transaction: string },
): Promise<void> {
  await db.update(sponsoredClaims).set(signed).where(eq(sponsoredClaims.id, id));
}

/**
 * Selects the newest signed claim of a wallet whose last valid block height is after `aliveAt`, and that is not
 * indexed. Without `content`, the content of the claim is not compared.
 */
export async function selectOpenClaim(
  db: Database,
  input: { wallet: string; treeAddress: string; content?: string; aliveAt: bigint },
): Promise<{ transaction: string; lamports: bigint; lastValidBlockHeight: bigint } | null> {
  const { wallet, treeAddress, content, state, transaction, signature, lamports, lastValidBlockHeight, id } =
    sponsoredClaims;
  const landed = db.select().from(claimEvents).where(eq(claimEvents.signature, signature));
  const [row] = await db
    .select({ transaction, lamports, lastValidBlockHeight })
    .from(sponsoredClaims)
    .where(
      and(
        ...[eq(wallet, input.wallet), eq(treeAddress, input.treeAddress), notExists(landed)],
        ...[eq(state, "open"), gt(lastValidBlockHeight, input.aliveAt), sql`${transaction} is not null`],
        input.content === undefined ? undefined : eq(content, input.content),
      ),
    )
    .orderBy(desc(id))
    .limit(1);
  return row?.transaction ? { ...row, transaction: row.transaction } : null;
}

/** An open reservation, with what the index knows of its wallet's claims from the campaign. */
export type ExpiredClaim = {
  id: number;
  day: number;
  wallet: string;
  treeAddress: string;
  lastValidBlockHeight: bigint;
  /** Null if the sponsor has not signed. */
  signature: string | null;
  /** Whether a claim of this signature is indexed. */
  isIndexed: boolean;
  /** The wallet's claimed total after each indexed claim, in base units. */
  indexedTotals: bigint[];
};

/** Selects the lowest block height at which an open reservation expires; null if none is open. */
export async function selectFirstExpiry(db: Database): Promise<bigint | null> {
  const { lastValidBlockHeight, state } = sponsoredClaims;
  const [row] = await db
    .select({ height: sql`min(${lastValidBlockHeight})`.mapWith(BigInt) })
    .from(sponsoredClaims)
    .where(eq(state, "open"));
  return row?.height ?? null;
}

/**
 * Selects open reservations whose transaction can no longer land at a block height. The order is random, so that
 * reservations without an outcome do not keep others from a limited batch.
 */
export async function selectExpiredClaims(
  db: Database,
  { blockHeight, limit }: { blockHeight: bigint; limit: number },
): Promise<ExpiredClaim[]> {
  const { id, day, wallet, treeAddress, signature, state, lastValidBlockHeight } = sponsoredClaims;
  const expired = db
    .select()
    .from(sponsoredClaims)
    .where(and(eq(state, "open"), lt(lastValidBlockHeight, blockHeight)))
    .orderBy(sql`random()`)
    .limit(limit)
    .as("sponsored_claims");
  const { totalClaimedByUser } = claimEvents;
  const rows = await db
    .select({
      ...{ id, day, wallet, treeAddress, signature, lastValidBlockHeight },
      isIndexed: sql<boolean>`coalesce(bool_or(${claimEvents.signature} = ${signature}), false)`,
      totals: sql<string | null>`string_agg(distinct ${u64Text(totalClaimedByUser)}, ' ')`,
    })
    .from(expired)
    .leftJoin(campaigns, eq(campaigns.treeAddress, treeAddress))
    .leftJoin(claimEvents, and(eq(claimEvents.campaignId, campaigns.id), eq(claimEvents.beneficiary, wallet)))
    .groupBy(id, day, wallet, treeAddress, signature, lastValidBlockHeight);
  return rows.map(({ totals, ...row }) => ({ ...row, indexedTotals: totals?.split(" ").map(BigInt) ?? [] }));
}

/**
 * Ends open reservations in one statement: paid ones stay in the budgets, released ones are subtracted from them. Skips
 * reservations that have ended, or that another process ends now.
 */
export async function settleSponsoredClaims(
  db: Database,
  { paid, released }: { paid: readonly number[]; released: readonly number[] },
): Promise<void> {
  if (paid.length + released.length === 0) return;
  const ids = sql.param([...paid, ...released]);
  const c = sponsoredClaims;
  const q = sponsorQuotas;
  // Rows are locked in the order of a reservation: the wallet's before the common one, which has an empty name.
  await inTransaction(db, (tx) =>
    tx.execute(sql`with open as (
        select id from ${c} where id = any(${ids}::integer[]) and state = 'open' order by id for update skip locked),
      ended as (
        update ${c} set transaction = null,
          state = case when ${c.id} = any(${sql.param([...paid])}::integer[]) then 'paid' else 'released' end
        from open where ${c.id} = open.id
        returning ${c.day}, ${c.wallet}, ${c.lamports}, ${c.state}),
      returned as (
        select day, name, count(*) as claims, sum(lamports) as lamports
        from ended, unnest(array[wallet, ${ALL_WALLETS}]) as name
        where state = 'released' group by day, name),
      locked as (
        select ${q.day}, ${q.wallet}, returned.claims, returned.lamports
        from ${q} join returned on ${q.day} = returned.day and ${q.wallet} = returned.name
        order by ${q.wallet} desc, ${q.day} for update of ${q})
      update ${q} set claims = ${q.claims} - locked.claims, lamports = ${q.lamports} - locked.lamports
      from locked where ${q.day} = locked.day and ${q.wallet} = locked.wallet`),
  );
}

/** The claims and lamports of a day, reserved ones included. */
export type SponsorUse = { claims: number; lamports: bigint };

/** Selects the use of a wallet's quota, and of the day's budget if `wallet` is absent. */
export async function selectSponsorUse(
  db: Database,
  { day, wallet = ALL_WALLETS }: { day: number; wallet?: string },
): Promise<SponsorUse> {
  const { claims, lamports } = sponsorQuotas;
  const [row] = await db
    .select({ claims, lamports })
    .from(sponsorQuotas)
    .where(and(eq(sponsorQuotas.day, day), eq(sponsorQuotas.wallet, wallet)));
  return row ?? { claims: 0, lamports: 0n };
}

/** Selects the lamports of open reservations. */
export async function selectReserved(db: Database): Promise<bigint> {
  const [row] = await db
    .select({ lamports: sql`coalesce(sum(${sponsoredClaims.lamports}), 0)`.mapWith(BigInt) })
    .from(sponsoredClaims)
    .where(eq(sponsoredClaims.state, "open"));
  return row?.lamports ?? 0n;
}
