import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, lte, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { uploadParts, uploads } from "@/db/schema";
import { insertFromJson } from "../json-rows";

export type Upload = Pick<
  typeof uploads.$inferSelect,
  "id" | "wallet" | "leafCount" | "partCount" | "expiresAt"
> & {
  /** Numbers of the parts that have not come, ascending. */
  missing: number[];
};

export type NewUpload = {
  id: string;
  wallet: string;
  leafCount: number;
  parts: readonly { sha256: string; bytes: number }[];
  expiresAt: bigint;
};

/** What an upload takes up beside its parts, and each part beside its bytes. */
const [UPLOAD_PRICE, PART_PRICE] = [65_536, 1_024];

/** Bytes that an upload of so many parts takes up before the first has come. */
export const uploadPrice = (partCount: number) => UPLOAD_PRICE + partCount * PART_PRICE;

/**
 * Stores what was announced, or renews what was stored of it before; whether it is new. Parts that have come stay, also
 * when the upload had expired and is not deleted yet.
 */
export function openUpload(db: Database, { parts, ...upload }: NewUpload): Promise<{ created: boolean }> {
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
    await tx.execute(sql`${insertFromJson(uploadParts, rows)} on conflict do nothing`);
    // Counted anew: of one that had expired some parts may be deleted already.
    const stored = sql`(select sum(octet_length(p.content)) from ${uploadParts} p where p.upload_id = ${upload.id})`;
    await tx
      .update(uploads)
      .set({ heldBytes: sql`${heldBytes}::bigint + coalesce(${stored}, 0)` })
      .where(eq(uploads.id, upload.id));
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

/** A part as it was announced, with nulls for a number that the upload does not have; null without the upload. */
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

/** Keeps a part's content unless it is there; at once by several, one keeps it. */
export async function storePart(
  db: Database,
  { uploadId, part, content }: { uploadId: string; part: number; content: Uint8Array },
): Promise<void> {
  await db.execute(sql`with stored as (
      update ${uploadParts} set content = ${sql.param(content, uploadParts.content)}
      where upload_id = ${uploadId} and part = ${part}::integer and content is null
      returning octet_length(content) as bytes)
    update ${uploads} set held_bytes = held_bytes + stored.bytes from stored where id = ${uploadId}`);
}

/** A part's gzipped text, and how long that text is; null when it is not there. */
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

/** Has an upload expire at a moment, unless it does before. */
export async function expireUpload(
  db: Database,
  { uploadId, at }: { uploadId: string; at: bigint },
): Promise<void> {
  await db
    .update(uploads)
    .set({ expiresAt: sql`least(${uploads.expiresAt}, ${at}::bigint)` })
    .where(eq(uploads.id, uploadId));
}

/** Bytes that uploads take up: what the wallet has announced in others than `uploadId`, and what is held of everybody. */
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

/** Bytes that are held of everybody's uploads. */
export async function countHeldBytes(db: Database, { now }: { now: bigint }): Promise<number> {
  const held = sql`coalesce(sum(${uploads.heldBytes}), 0)`.mapWith(Number);
  const [all] = await db.select({ held }).from(uploads).where(gt(uploads.expiresAt, now));
  return all?.held ?? 0;
}

/** Parts to a statement: their bytes are deleted with them. */
const PARTS_PER_DELETE = 8;

/** Deletes uploads that have expired, a few parts at a time; one that is renewed meanwhile stays. */
export async function discardExpiredUploads(db: Database, now: bigint): Promise<void> {
  for (;;) {
    const expired = lte(uploads.expiresAt, now);
    const first = db.select({ id: uploads.id }).from(uploads).where(expired);
    const [row] = await first.orderBy(asc(uploads.expiresAt)).limit(1);
    if (!row) return;
    for (let deleted = PARTS_PER_DELETE; deleted === PARTS_PER_DELETE; ) {
      // Whoever renews it waits for this, and announces its parts anew.
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
