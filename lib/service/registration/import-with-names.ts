import type { NameWithAddress } from "@/lib/contract/sol-names";
import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { MAX_NAMES } from "@/lib/core/solana/sol-names/sol-name";
import { validationError } from "@/lib/core/validation";
import { nameChain } from "@/lib/service/names/name-chain";
import { toNameView } from "@/lib/service/names/names-view";
import { resolveNames } from "@/lib/service/names/resolve-names";
import type { Services } from "@/lib/service/services";
import type { ImportedFile } from "./import-recipients";
import type { ImportOptions } from "./recipients-csv";
import { runWorkerJob } from "./worker-jobs/run-worker-job";

type ImportRequest = { upload: Bytes; contentType: string; options: ImportOptions };
/** A file that was read, and the names in it with their addresses. */
export type FileOfNames = { imported: ImportedFile; names: NameWithAddress[] };

/**
 * Reads a recipients file, and looks up its names. A file with names is read a second time with their addresses.
 * @throws VALIDATION_ERROR if the file has more names than one request resolves
 * @throws NetworkUnavailableError if the file has names and the network does not respond
 */
export async function importWithNames(
  services: Pick<Services, "chain">,
  request: ImportRequest,
  signal: AbortSignal,
): Promise<FileOfNames> {
  const options = { ...request.options, names: new Map() };
  const first = await runWorkerJob("import", { ...request, options }, { signal });
  if (!("unknownNames" in first)) return { imported: first, names: [] };
  const { unknownNames, upload } = first;
  if (unknownNames.length > MAX_NAMES) throw tooManyNames();
  const resolved = await resolveNames(nameChain(services), unknownNames, signal);
  const names = new Map(resolved.map((each) => [each.name, each]));
  const second = await runWorkerJob(
    "import",
    { ...request, upload, options: { ...options, names } },
    { signal },
  );
  if ("unknownNames" in second) throw new RangeError("The second reading has other names than the first.");
  return { imported: second, names: resolved.map(toNameView).filter((view) => "address" in view) };
}

const tooManyNames = () =>
  validationError([
    { path: "file", message: `has more than ${MAX_NAMES} names. Enter addresses, or split the file.` },
  ]);
