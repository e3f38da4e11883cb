import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, lte, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { uploadParts, uploads } from "@/db/schema";
import { insertFromArrays } from "../array-rows";
import { checkLimit, type LimitCheck } from "./storage-limit";

export type Upload = Pick<
  typeof uploads.$inferSelect,
  "id" | "wallet" | "leafCount" | "partCount" | "expiresAt"
> & {
  /** Numbers of the parts that have not been received, ascending. */
  missing: number[];
};

export type NewUpload = {
  id: string;
  wallet: string;
  leafCount: number;
  parts: readonly { sha256: string; bytes: number }[];
  expiresAt: bigint;
};

/** The fixed storage cost of an upload, and of each part, in bytes. */
const [UPLOAD_PRICE, PART_PRICE] = [65_536, 1_024];

/** Returns the bytes that an upload counts before its first part is received. */
export const uploadPrice = (partCount: number) => UPLOAD_PRICE + partCount * PART_PRICE;

/**
 * Stores an announced upload, or extends an existing one; `created` is true for a new one. Received parts
 * stay, even if the upload had expired and is not deleted yet. If `check` throws, nothing is stored.
 */
export function openUpload(
  db: Database,
  { parts, ...upload }: NewUpload,
  check: LimitCheck,
): Promise<{ created: boolean }> {
  const partCount = parts.length;
  const announcedBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const heldBytes = uploadPrice(partCount);
  const rows = parts.map(({ sha256, bytes }, part) => ({
    ...{ uploadId: upload.id, part, sha256, textBytes: bytes },
  }));
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .insert(uploads)
      .values({ ...upload, partCount, announcedBytes, heldBytes })
      .onConflictDoUpdate({
        target: uploads.id,
        set: { expiresAt: sql`greatest(${uploads.expiresAt}, excluded.expires_at)` },
      })
      .returning({ created: sql<boolean>`xmax = 0` });
    await tx.execute(sql`${insertFromArrays(uploadParts, rows)} on conflict do nothing`);
    // Computed again, because some parts of an expired upload may already be deleted.
    const stored = sql`(select sum(octet_length(p.content)) from ${uploadParts} p where p.upload_id = ${upload.id})`;
    await tx
      .update(uploads)
      .set({ heldBytes: sql`${heldBytes}::bigint + coalesce(${stored}, 0)` })
      .where(eq(uploads.id, upload.id));
    await checkLimit(tx, check);
    return { created: row?.created ?? false };
  });
}

export async function selectUpload(db: Database, { uploadId }: { uploadId: string }): Promise<Upload | null> {
  const { id, wallet, leafCount, partCount, expiresAt } = uploads;
  const missing = sql<number[]>`(select coalesce(json_agg(p.part order by p.part), '[]') from ${uploadParts} p
    where p.upload_id = ${uploads.id} and p.content is null)`;
  const [row] = await db
    .select({ id, wallet, leafCount, partCount, expiresAt, missing })
    .from(uploads)
    .where(eq(id, uploadId));
  return row ?? null;
}

/**
 * Selects a part as announced; null fields for a part number that the upload lacks, null for an unknown
 * upload.
 */
export async function selectPart(db: Database, { uploadId, part }: { uploadId: string; part: number }) {
  const { sha256, textBytes, content } = uploadParts;
  const { partCount, expiresAt } = uploads;
  const [row] = await db
    .select({ partCount, expiresAt, sha256, textBytes, isStored: sql<boolean>`${content} is not null` })
    .from(uploads)
    .leftJoin(uploadParts, and(eq(uploadParts.uploadId, uploads.id), eq(uploadParts.part, part)))
    .where(eq(uploads.id, uploadId));
  return row ?? null;
}

/**
 * Stores a part's content unless it is already stored; of concurrent calls, one stores it. If `check` throws, nothing
 * is stored.
 */
export function storePart(
  db: Database,
  { uploadId, part, content }: { uploadId: string; part: number; content: Uint8Array },
  check: LimitCheck,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`with stored as (
      update ${uploadParts} set content = ${sql.param(content, uploadParts.content)}
      where upload_id = ${uploadId} and part = ${part}::integer and content is null
      returning octet_length(content) as bytes)
    update ${uploads} set held_bytes = held_bytes + stored.bytes from stored where id = ${uploadId}`);
    await checkLimit(tx, check);
  });
}

/** Selects a part's gzipped text and the length of that text; null if the part is not stored. */
export async function selectPartContent(
  db: Database,
  { uploadId, part }: { uploadId: string; part: number },
): Promise<{ content: Uint8Array; textBytes: number } | null> {
  const { content, textBytes } = uploadParts;
  const [row] = await db
    .select({ content, textBytes })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), eq(uploadParts.part, part)));
  return row?.content ? { content: row.content, textBytes: row.textBytes } : null;
}

/** Sets the expiry of an upload to a time, unless it expires earlier. */
export async function expireUpload(
  db: Database,
  { uploadId, at }: { uploadId: string; at: bigint },
): Promise<void> {
  await db
    .update(uploads)
    .set({ expiresAt: sql`least(${uploads.expiresAt}, ${at}::bigint)` })
    .where(eq(uploads.id, uploadId));
}

/**
 * Counts the bytes of uploads: those that the wallet has announced in uploads other than `uploadId`, and
 * those stored for all wallets.
 */
export async function countUploadBytes(
  db: Database,
  { wallet, uploadId, now }: { wallet: string; uploadId: string; now: bigint },
): Promise<{ own: number; all: number }> {
  const announced = sql`coalesce(sum(${uploads.announcedBytes} + ${uploadPrice(0)}::integer
    + ${uploads.partCount} * ${PART_PRICE}::integer), 0)`.mapWith(Number);
  const isAlive = gt(uploads.expiresAt, now);
  const [[mine], all] = await Promise.all([
    db
      .select({ announced })
      .from(uploads)
      .where(and(eq(uploads.wallet, wallet), isAlive, ne(uploads.id, uploadId))),
    countHeldBytes(db, { now }),
  ]);
  return { own: mine?.announced ?? 0, all };
}

/** Counts the bytes stored for the uploads of all wallets. */
export async function countHeldBytes(db: Database, { now }: { now: bigint }): Promise<number> {
  const held = sql`coalesce(sum(${uploads.heldBytes}), 0)`.mapWith(Number);
  const [all] = await db.select({ held }).from(uploads).where(gt(uploads.expiresAt, now));
  return all?.held ?? 0;
}

/** Parts per statement: a deletion also deletes their bytes. */
const PARTS_PER_DELETE = 8;

/** Deletes expired uploads, a few parts at a time; an upload that is extended meanwhile stays. */
export async function discardExpiredUploads(db: Database, now: bigint): Promise<void> {
  for (;;) {
    const expired = lte(uploads.expiresAt, now);
    const first = db.select({ id: uploads.id }).from(uploads).where(expired);
    const [row] = await first.orderBy(asc(uploads.expiresAt)).limit(1);
    if (!row) return;
    for (let deleted = PARTS_PER_DELETE; deleted === PARTS_PER_DELETE; ) {
      // A concurrent extension waits for this row lock, and then announces the parts again.
      const few = sql`select p.upload_id, p.part from ${uploads} u join ${uploadParts} p on p.upload_id = u.id
        where u.id = ${row.id} and u.expires_at <= ${now}::bigint limit ${PARTS_PER_DELETE} for update of u`;
      const gone = await db
        .delete(uploadParts)
        .where(sql`(${uploadParts.uploadId}, ${uploadParts.part}) in (${few})`)
        .returning({ part: uploadParts.part });
      deleted = gone.length;
      await setImmediate();
    }
    await db.delete(uploads).where(and(eq(uploads.id, row.id), expired));
  }
}
