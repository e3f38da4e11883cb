import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { mintTerms } from "@/lib/core/recipients/mint-warnings";
import { isLost, unusualSentence } from "@/lib/core/recipients/recipient-accounts";
import { toJson } from "@/lib/core/text/to-json";
import { validationError } from "@/lib/core/validation";
import { runWorkerJob } from "@/lib/service/registration/worker-jobs/run-worker-job";
import type { Services } from "@/lib/service/services";
import { type CheckedAccounts, checkAccounts } from "./account-checks";
import { type ImportedFile, refuseUnusable } from "./import-recipients";
import type { FileOfNames } from "./import-with-names";

/**
 * Returns the response of an import as JSON, after its recipients and the mint were looked up. Rows whose
 * recipient can never claim are reported as errors and removed; other unusual accounts and amounts are
 * warnings.
 */
export async function checkedImportJson(
  { chain }: Pick<Services, "chain">,
  { imported: { head, recipients, lookup }, names }: FileOfNames,
  { mint, signal }: { mint?: string | undefined; signal?: AbortSignal },
): Promise<AsyncGenerator<Bytes>> {
  const { unusual, warnings, ...accounts } = await checkAccounts(chain, { ...lookup, mint }, signal);
  const terms = accounts.mint && mintTerms(accounts.mint);
  if (terms && lookup.decimals !== undefined && terms.decimals !== lookup.decimals)
    throw validationError([
      { path: "decimals", message: `must be ${terms.decimals}, the decimals of the mint` },
    ]);
  const { lost, errors: problems, doubtful } = judgeRecipients(lookup, unusual);
  const stored =
    lost.length === 0
      ? null
      : await runWorkerJob("removeRecipients", { recipients, addresses: lost }, { signal });
  const checked = {
    ...{ ...head, names },
    validRows: stored?.rows ?? head.validRows,
    errors: [...head.errors, ...problems].sort((a, b) => a.row - b.row),
    // The check of the list alone may have produced the same warning.
    warnings: [...new Set([...head.warnings, ...doubtful, ...warnings])],
  };
  refuseUnusable(checked);
  return chunks(stored?.recipients ?? recipients, checked);
}

/**
 * Returns the unusual accounts of a file by row: accounts that can never claim, and warnings about the
 * others.
 */
function judgeRecipients({ addresses, rows }: ImportedFile["lookup"], unusual: CheckedAccounts["unusual"]) {
  const lost: string[] = [];
  const errors: ImportedFile["head"]["errors"] = [];
  const doubtful: string[] = [];
  for (const [at, address] of addresses.entries()) {
    const found = unusual.get(address);
    if (!found) continue;
    const message = unusualSentence(found);
    const positions = rows[at] ?? [];
    if (isLost(found)) {
      lost.push(address);
      errors.push(...positions.map((row) => ({ row, field: "beneficiary", message })));
    } else doubtful.push(...positions.map((row) => `Row ${row}, beneficiary: ${message}`));
  }
  return { lost, errors: errors, doubtful };
}

async function* chunks(recipients: Bytes, head: ImportedFile["head"]): AsyncGenerator<Bytes> {
  yield Buffer.from('{"recipients":');
  yield recipients;
  yield Buffer.from(`,${toJson(head).slice(1)}`);
}
