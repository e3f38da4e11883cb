import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { ApiError } from "@/lib/core/errors";
import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { toJson } from "@/lib/core/text/to-json";
import { type ImportOptions, type RecipientsImport, readRecipientsCsv } from "./recipients-csv";

const MAX_DETAILS = 100;

/** A parsed file. Its recipients are JSON text, because a long list is transferred between threads. */
export type ImportedFile = {
  head: Omit<RecipientsImport, "recipients" | "lookup" | "unknownNames">;
  recipients: Bytes;
  lookup: RecipientsImport["lookup"];
};

/** A file with names whose addresses are needed to read it. */
export type FileWithNames = { unknownNames: string[]; upload: Bytes };

/**
 * Reads the recipients file of a complete upload: the body itself, or the multipart field `file`. Returns the
 * upload again if it contains names without a known address. Source: POST /api/campaigns/import.
 * @throws AMBIGUOUS_FILE if the file has more than one interpretation
 * @throws VALIDATION_ERROR if the file has no valid row; details list the errors
 */
export async function importUpload(input: {
  upload: Bytes;
  contentType: string;
  options: ImportOptions;
}): Promise<ImportedFile | FileWithNames> {
  const { contentType, options } = input;
  const stream = new Blob([input.upload]).stream();
  const isForm = contentType.toLowerCase().startsWith("multipart/");
  const imported = isForm
    ? await readForm(stream, contentType, options)
    : await readRecipientsCsv(stream, options);
  const requested = imported.errors.find(({ parameter }) => parameter !== undefined);
  if (requested) {
    const sentence = `The file is ambiguous. Row ${requested.row}: ${requested.message}`;
    throw new ApiError(
      "AMBIGUOUS_FILE",
      `${sentence} Set the parameter ${requested.parameter}.`,
      getDetails(imported),
    );
  }
  const { recipients, lookup, unknownNames, ...head } = imported;
  if (unknownNames.length > 0) return { unknownNames, upload: input.upload };
  refuseUnusable(imported);
  return { head, recipients: new TextEncoder().encode(toJson(recipients)), lookup };
}

/** Returns the recipients of an import without some addresses, and the number of remaining rows. */
export async function removeRecipients(input: {
  recipients: Bytes;
  addresses: string[];
}): Promise<{ recipients: Bytes; rows: number }> {
  const refused = new Set(input.addresses);
  const all: { beneficiary: string; row: number }[] = JSON.parse(new TextDecoder().decode(input.recipients));
  const stored = all.filter(({ beneficiary }) => !refused.has(beneficiary));
  const recipients = new TextEncoder().encode(JSON.stringify(stored));
  return { recipients, rows: new Set(stored.map(({ row }) => row)).size };
}

/** Throws VALIDATION_ERROR for a file without a valid row. */
export function refuseUnusable(imported: ImportedFile["head"]): void {
  if (imported.validRows > 0) return;
  const [first] = imported.errors;
  const position = `Row ${first?.row}${first?.field ? `, ${first.field}` : ""}: `;
  const sentence = imported.totalRows === 0 ? "" : "No row can be used. ";
  throw new ApiError("VALIDATION_ERROR", `${sentence}${position}${first?.message}`, getDetails(imported));
}

function getDetails({ errors }: ImportedFile["head"]) {
  return errors.slice(0, MAX_DETAILS).map(({ row, field, message, parameter, readings }) => ({
    path: `rows.${row}${field ? `.${field}` : ""}`,
    message,
    row,
    field,
    ...(parameter && readings ? { parameter, readings } : {}),
  }));
}

/** Parses a multipart body. The first field `file` is the CSV; all other fields are ignored. */
async function readForm(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  contentType: string,
  options: ImportOptions,
): Promise<RecipientsImport> {
  const parser = openForm(contentType);
  const source = Readable.fromWeb(stream as never);
  const reading = new Promise<RecipientsImport>((resolve, reject) => {
    const failed = (error: unknown) => reject(error instanceof ApiError ? error : cutOff());
    let file: Promise<RecipientsImport> | undefined;
    parser.on("file", (name: string, part: BusboyFileStream) => {
      // A part that is cut off emits its own error, in addition to the parser's.
      part.on("error", failed);
      if (name !== "file" || file) return part.resume();
      file = readRecipientsCsv(part, options);
      // If the reading ended before the end of the file, the rest of the form has no consumer and is not
      // parsed.
      file.then((read) => !part.readableEnded && resolve(read), reject);
    });
    parser.on("finish", () => (file ? resolve(file) : reject(noFile()))).on("error", failed);
    source.on("error", failed).pipe(parser);
  });
  return reading.finally(() => source.destroy());
}

function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { files: 4, fields: 20, parts: 24 },
    });
  } catch {
    throw malformed("The Content-Type of the multipart body has no boundary.");
  }
}

const noFile = () => malformed("Send the CSV as the multipart field named file.");
const cutOff = () => malformed("The multipart body is incomplete or malformed. Send it again.");
const malformed = (message: string) => new ApiError("VALIDATION_ERROR", message, [{ path: "file", message }]);
