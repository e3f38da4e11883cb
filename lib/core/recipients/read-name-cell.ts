import { english, type Translator } from "@/lib/core/i18n/translator";
import { nameProblemText } from "@/lib/core/solana/sol-names/name-problem-text";
import { type NameProblem, parseSolName } from "@/lib/core/solana/sol-names/sol-name";

/** A name that was looked up: its address, or the reason why it has none. */
export type KnownName = { address: string } | { problem: NameProblem };

/** Names that were looked up, in lower case. Readers without a network have none. */
export type KnownNames = ReadonlyMap<string, KnownName>;

/** The address of a cell with a name, or its error. `unresolved` is a name to look up, also again. */
export type NameCell = { address: string } | { error: string; unresolved?: string };

/**
 * Reads the cell of a recipient that is a name such as `alice.sol`. The address comes from `names` alone, so that
 * it does not change after it was looked up.
 */
export function readNameCell(text: string, names: KnownNames | undefined, t: Translator = english): NameCell {
  const parsed = parseSolName(text);
  if (typeof parsed === "string") return { error: nameProblemText(parsed, text, t) };
  const { name } = parsed;
  if (!names)
    return { error: t("{name} is a name, which is not resolved here. Enter the address.", { name }) };
  const known = names.get(name);
  if (!known) return { error: t("{name} is not resolved yet.", { name }), unresolved: name };
  if ("address" in known) return known;
  return { error: nameProblemText(known.problem, name, t), unresolved: name };
}
