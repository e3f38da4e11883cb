import type * as z from "zod";
import type { resolvedNamesView } from "@/lib/contract/sol-names";
import { nameProblemText } from "@/lib/core/solana/sol-names/name-problem-text";
import type { ResolvedName } from "./resolve-names";

type NameView = z.input<typeof resolvedNamesView>["names"][number];

/** Returns the result of a name for a response. */
export function toNameView(resolved: ResolvedName): NameView {
  const { name } = resolved;
  if ("problem" in resolved) {
    const { problem } = resolved;
    return { name, error: problem, message: nameProblemText(problem, name) };
  }
  const { address, source, slot } = resolved;
  return { name, address, source, slot: `${slot ?? 0n}` };
}
