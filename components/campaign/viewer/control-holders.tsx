import { Fragment, type ReactNode } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Address } from "@/components/ui/values/address";
import { shortAddress } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { AuthorityControls } from "@/lib/core/vesting/authority-controls";
import { listedControls, ROLE_NAMES } from "./control-names";

/** Shows the holders of the controls of a campaign in one collapsed line, for viewers without controls. */
export function ControlHolders({ authorities }: { authorities: readonly AuthorityControls[] }) {
  const t = useTranslator();
  return (
    <details className="-mb-2.5 border-t border-line text-sm open:mb-0">
      <summary className="min-h-11 py-2.5 text-ink-soft">
        <Trans id="Campaign control: {holders}" values={{ holders: getSummary(t, authorities) }} />
      </summary>
      <ul className="space-y-2 pb-1">
        {authorities.map(({ role, address, controls }) => (
          <li key={role}>
            <span className="inline-block font-medium first-letter:uppercase">{t(ROLE_NAMES[role])}</span>:{" "}
            {address ? <Address address={address} name={role} /> : t("none")}
            <span className="block text-ink-soft">{writeSentence(t, { role, address, controls })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Text that a phone has no space for. */
const wide = (words: ReactNode) => <span className="whitespace-nowrap max-sm:hidden">{words}</span>;

/** Returns the holders as a short text. */
function getSummary(t: Translator, authorities: readonly AuthorityControls[]): ReactNode {
  const holders = new Set(authorities.flatMap(({ address }) => address ?? []));
  if (holders.size === 1) {
    return (
      <Trans
        id="creator only<wide>, {address}</wide>"
        values={{ address: shortAddress([...holders][0] ?? "") }}
        components={{ wide }}
      />
    );
  }
  return authorities.map(({ role, address }, at) => (
    <Fragment key={role}>
      {at > 0 && ", "}
      {address ? (
        <Trans
          id="{role}<wide> {address}</wide>"
          values={{ role: t(ROLE_NAMES[role]), address: shortAddress(address) }}
          components={{ wide }}
        />
      ) : (
        t("no {role}", { role: t(ROLE_NAMES[role]) })
      )}
    </Fragment>
  ));
}

function writeSentence(t: Translator, { address, controls }: AuthorityControls): string {
  const all = listedControls(t, controls);
  if (address === null) return t("No address can {controls}.", { controls: all });
  if (controls.length === 0) return t("No actions remain.");
  const now = controls.filter(({ disabledReason }) => disabledReason === null);
  if (now.length === 0)
    return t("No actions are available now. Later this address may {controls}.", { controls: all });
  return t("Can {controls} now.", { controls: listedControls(t, now) });
}
