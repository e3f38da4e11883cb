import { Address } from "@/components/ui/values/address";
import type { Holding } from "@/lib/core/vesting/holdings";
import { shortAddress } from "@/lib/core/views/names";
import { CONTROL_NAMES } from "./control-names";

/** Who holds which control of a campaign: one folded line, for those who hold none. */
export function WhoHolds({ holdings }: { holdings: readonly Holding[] }) {
  return (
    <details className="border-t border-line text-sm">
      <summary className="min-h-11 py-2.5 text-ink-soft">
        Who controls this campaign: {summaryOf(holdings)}
      </summary>
      <ul className="space-y-2 pb-1">
        {holdings.map(({ role, address, controls }) => (
          <li key={role}>
            <span className="inline-block font-medium first-letter:uppercase">{role}</span>:{" "}
            {address ? <Address address={address} name={role} /> : "nobody"}
            <span className="block text-ink-soft">{sentenceOf({ role, address, controls })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Who it is, in few words. */
function summaryOf(holdings: readonly Holding[]): string {
  const holders = new Set(holdings.flatMap(({ address }) => address ?? []));
  if (holders.size === 1) return `its creator alone, ${shortAddress([...holders][0] ?? "")}`;
  return holdings
    .map(({ role, address }) => `${role} ${address ? shortAddress(address) : "nobody"}`)
    .join(", ");
}

function sentenceOf({ address, controls }: Holding): string {
  const all = listed(controls.map(({ kind }) => CONTROL_NAMES[kind]));
  if (address === null) return `Nobody can ${all}.`;
  const now = controls.filter(({ whyNot }) => whyNot === null);
  if (now.length === 0) return `Can do nothing at present; else could ${all}.`;
  return `Can ${listed(now.map(({ kind }) => CONTROL_NAMES[kind]))} now.`;
}

/** Words in a row, each once. */
function listed(words: readonly string[]): string {
  const [last, ...others] = [...new Set(words)].reverse();
  return others.length > 0 ? `${others.reverse().join(", ")} and ${last}` : (last ?? "");
}
