import { countWaitlist, selectWaitlist, type WaitlistEntry } from "@/db/queries/waitlist";
import { byteStream } from "./http/reply";
import type { Services } from "./services";

const BATCH = 1000;

/**
 * Streams the whole waitlist as a download, read in batches so that memory use does not depend on its length.
 */
export async function exportWaitlist(
  { db }: Pick<Services, "db">,
  format: "json" | "csv",
): Promise<Response> {
  const headers = new Headers({ "cache-control": "no-store" });
  if (format === "json") {
    headers.set("content-type", "application/json; charset=utf-8");
    return new Response(byteStream(encoded(jsonParts(db, await countWaitlist(db)))), { headers });
  }
  headers.set("content-type", "text/csv; charset=utf-8");
  headers.set("content-disposition", 'attachment; filename="waitlist.csv"');
  return new Response(byteStream(encoded(csvParts(db))), { headers });
}

async function* jsonParts(db: Services["db"], total: number): AsyncGenerator<string> {
  yield `{"total":${total},"data":[`;
  let separator = "";
  for await (const batch of batches(db)) {
    const rows = batch.map(({ id, email, createdAt }) => ({ id, email, createdAt: Number(createdAt) }));
    yield separator + rows.map((row) => JSON.stringify(row)).join(",");
    separator = ",";
  }
  yield "]}";
}

async function* csvParts(db: Services["db"]): AsyncGenerator<string> {
  yield "id,email,createdAt\r\n";
  for await (const batch of batches(db)) {
    yield batch.map(({ id, email, createdAt }) => `${id},${csvCell(email)},${createdAt}\r\n`).join("");
  }
}

/** Returns a quoted cell; a cell that a spreadsheet would run as a formula is marked as text. */
export const csvCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

async function* batches(db: Services["db"]): AsyncGenerator<WaitlistEntry[]> {
  let afterId = 0;
  for (;;) {
    const batch = await selectWaitlist(db, { afterId, limit: BATCH });
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    afterId = last.id;
  }
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const part of parts) yield encoder.encode(part);
}
