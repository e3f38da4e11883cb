import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { sponsoredClaims, sponsorQuotas } from "@/db/schema";

/** The budget that refused a reservation: of the wallet, or of all wallets. */
export type UsedQuota = "wallet" | "day";

/** Thrown if a budget has no room for a reservation. Nothing was stored. */
export class QuotaUsed extends Error {
  override readonly name = "QuotaUsed";

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
 * @throws QuotaUsed
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
    if (!(await addToQuota(tx, ofWallet))) throw new QuotaUsed("wallet");
    const ofAll = { day, wallet: ALL_WALLETS, lamports, maxLamports: dayLamports };
    if (!(await addToQuota(tx, ofAll))) throw new QuotaUsed("day");
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

/** Selects the newest signed claim of a wallet that can land up to a block height after `aliveAt`. */
export async function selectOpenClaim(
  db: Database,
  of: { wallet: string; treeAddress: string; content: string; aliveAt: bigint },
): Promise<{ transaction: string; lamports: bigint; lastValidBlockHeight: bigint } | null> {
  const { wallet, treeAddress, content, state, transaction, lamports, lastValidBlockHeight, id } =
    sponsoredClaims;
  const [row] = await db
    .select({ transaction, lamports, lastValidBlockHeight })
    .from(sponsoredClaims)
    .where(
      and(
        ...[eq(wallet, of.wallet), eq(treeAddress, of.treeAddress), eq(content, of.content)],
        ...[eq(state, "open"), gt(lastValidBlockHeight, of.aliveAt), sql`${transaction} is not null`],
      ),
    )
    .orderBy(desc(id))
    .limit(1);
  return row?.transaction ? { ...row, transaction: row.transaction } : null;
}

/** Selects open reservations whose transaction can no longer land at a block height, oldest first. */
export function selectExpiredClaims(
  db: Database,
  { blockHeight, limit }: { blockHeight: bigint; limit: number },
): Promise<{ id: number; signature: string | null }[]> {
  const { id, signature, state, lastValidBlockHeight } = sponsoredClaims;
  return db
    .select({ id, signature })
    .from(sponsoredClaims)
    .where(and(eq(state, "open"), lt(lastValidBlockHeight, blockHeight)))
    .orderBy(asc(id))
    .limit(limit);
}

/** Ends a reservation once: paid stays in the budgets, released is subtracted from them. */
export function settleClaim(
  db: Database,
  { id, outcome }: { id: number; outcome: "paid" | "released" },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .update(sponsoredClaims)
      .set({ state: outcome, transaction: null })
      .where(and(eq(sponsoredClaims.id, id), eq(sponsoredClaims.state, "open")))
      .returning();
    if (!row || outcome === "paid") return;
    for (const wallet of [row.wallet, ALL_WALLETS]) {
      await tx
        .update(sponsorQuotas)
        .set({
          claims: sql`${sponsorQuotas.claims} - 1`,
          lamports: sql`${sponsorQuotas.lamports} - ${row.lamports}`,
        })
        .where(and(eq(sponsorQuotas.day, row.day), eq(sponsorQuotas.wallet, wallet)));
    }
  });
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
