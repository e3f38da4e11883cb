import { mintTerms } from "@/lib/core/recipients/mint-warnings";
import { isLost, unusualSentence } from "@/lib/core/recipients/recipient-accounts";
import type { Bytes } from "@/lib/service/heavy/packed-bytes";
import { runHeavy } from "@/lib/service/heavy/run-heavy";
import { validationError } from "@/lib/service/http/input";
import { toJson } from "@/lib/service/http/reply";
import type { Services } from "@/lib/service/services";
import { checkAccounts } from "./account-checks";
import { type ImportedFile, refuseUnusable } from "./import-recipients";

/**
 * The answer of an import as JSON, once its recipients and the mint were looked up on the network: rows whose recipient can
 * never claim are reported and left out, other unusual accounts and amounts are warnings.
 */
export async function checkedImportJson(
  { chain }: Pick<Services, "chain">,
  { head, recipients, lookup }: ImportedFile,
  { mint, signal }: { mint?: string | undefined; signal?: AbortSignal },
): Promise<AsyncGenerator<Bytes>> {
  const { unusual, warnings, ...accounts } = await checkAccounts(chain, { ...lookup, mint }, signal);
  const terms = accounts.mint && mintTerms(accounts.mint);
  if (terms && lookup.decimals !== undefined && terms.decimals !== lookup.decimals)
    throw validationError([{ path: "decimals", message: `must be ${terms.decimals}, as of the mint` }]);
  const errors = [...head.errors];
  const doubtful: string[] = [];
  const lost: string[] = [];
  for (const [at, address] of lookup.addresses.entries()) {
    const found = unusual.get(address);
    const row = lookup.rows[at] ?? 1;
    if (found && isLost(found)) {
      lost.push(address);
      errors.push({ row, field: "beneficiary", message: unusualSentence(found) });
    } else if (found) doubtful.push(`Row ${row}, beneficiary: ${unusualSentence(found)}`);
  }
  const kept =
    lost.length === 0 ? null : await runHeavy("leaveOut", { recipients, addresses: lost }, { signal });
  const checked = {
    ...head,
    validRows: kept?.rows ?? head.validRows,
    errors: errors.sort((a, b) => a.row - b.row),
    // The list alone may have raised the same question.
    warnings: [...new Set([...head.warnings, ...doubtful, ...warnings])],
  };
  refuseUnusable(checked);
  return chunks(kept?.recipients ?? recipients, checked);
}

async function* chunks(recipients: Bytes, head: ImportedFile["head"]): AsyncGenerator<Bytes> {
  yield Buffer.from('{"recipients":');
  yield recipients;
  yield Buffer.from(`,${toJson(head).slice(1)}`);
}
