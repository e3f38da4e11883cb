import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { ApiError } from "@/lib/http/errors";
import { type ImportOptions, type RecipientsImport, readRecipientsCsv } from "./recipients-csv";

const MAX_DETAILS = 100;

/**
 * Reads the CSV of an upload: the body itself, or the multipart field `file`. A file without one valid row is a
 * VALIDATION_ERROR that lists what is wrong. Source: POST /api/campaigns/import.
 */
export async function importRecipients(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  contentType: string,
  options: ImportOptions,
): Promise<RecipientsImport> {
  const isForm = contentType.toLowerCase().startsWith("multipart/");
  const imported = isForm
    ? await readForm(stream, contentType, options)
    : await readRecipientsCsv(stream, options);
  if (imported.validRows > 0) return imported;
  const [first] = imported.errors;
  throw new ApiError(
    "VALIDATION_ERROR",
    `No row can be used. Row ${first?.row}${first?.field ? `, ${first.field}` : ""}: ${first?.message}`,
    imported.errors.slice(0, MAX_DETAILS).map(({ row, field, message }) => ({
      path: `rows.${row}${field ? `.${field}` : ""}`,
      message,
      row,
      field,
    })),
  );
}

/** Streams a multipart body; the first field `file` is the CSV, anything else in it is passed over. */
async function readForm(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  contentType: string,
  options: ImportOptions,
): Promise<RecipientsImport> {
  const parser = openForm(contentType);
  let reading: Promise<RecipientsImport> | undefined;
  parser.on("file", (name: string, file: BusboyFileStream) => {
    if (name !== "file" || reading) return file.resume();
    reading = readRecipientsCsv(file, options).finally(() => file.resume());
    // Awaited below; until then a failure of it must not count as unhandled.
    reading.catch(() => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    parser.on("finish", resolve).on("error", reject);
    Readable.fromWeb(stream as never)
      .on("error", reject)
      .pipe(parser);
  }).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw malformed("The multipart body is cut off or malformed; send it again.");
  });
  if (!reading) throw malformed("Send the CSV as the multipart field named file.");
  return await reading;
}

function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { files: 4, fields: 20, parts: 24 },
    });
  } catch {
    throw malformed("The multipart body has no boundary in its Content-Type.");
  }
}

const malformed = (message: string) => new ApiError("VALIDATION_ERROR", message, [{ path: "file", message }]);
