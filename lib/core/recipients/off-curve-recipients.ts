import { PublicKey } from "@solana/web3.js";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { addressBytes } from "@/lib/core/solana/addresses";
import { unclaimableKind } from "./unclaimable";

/** Maximum number of checked addresses: each check takes some tenths of a millisecond. */
const MAX_CURVE_CHECKS = 5_000;
const MAX_ROWS_NAMED = 5;

/**
 * Returns at most one warning about recipients without a private key, such as vaults. The warning lists the
 * first rows, including repeated recipients.
 */
export function offCurveWarnings(
  recipients: Iterable<{ beneficiary: string; row?: number }>,
  t: Translator = english,
): string[] {
  const hasKey = new Map<string, boolean>();
  const positions: number[] = [];
  let count = 0;
  let index = -1;
  for (const { beneficiary, row } of recipients) {
    index++;
    if (unclaimableKind(beneficiary)) continue;
    let known = hasKey.get(beneficiary);
    if (known === undefined) {
      if (hasKey.size >= MAX_CURVE_CHECKS) continue;
      known = PublicKey.isOnCurve(addressBytes(beneficiary));
      hasKey.set(beneficiary, known);
    }
    if (known) continue;
    count++;
    if (positions.length < MAX_ROWS_NAMED) positions.push(row ?? index);
  }
  if (count === 0) return [];
  const rows = positions.join(", ");
  return [
    t(
      "{count, plural, one {# recipient address has} other {# recipient addresses have}} no private key (first at {rows}). Such an address belongs to a program, for example a vault, and only that program can claim.",
      { count, rows },
    ),
  ];
}
