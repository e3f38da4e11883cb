import { useTranslator } from "@/components/i18n/use-translator";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import type { CertificateBody } from "@/lib/contract/certificate";
import { ASSUMPTION_TEXTS } from "@/lib/contract/certificate-texts";
import type { Token } from "@/lib/contract/names";
import { type Message, message } from "@/lib/core/i18n/translator";

type SectionProps = { certificate: CertificateBody; token: Token };

/** The actions that would change the result, and whether an authority for each exists. */
const getActions = (certificate: CertificateBody): readonly { text: Message; isPossible: boolean }[] => [
  {
    text: message("cancels the campaign"),
    isPossible:
      certificate.cancelAuthority !== null ||
      certificate.dates.some(({ takes }) => takes.instantRefund !== null || takes.cancelStream !== null),
  },
  { text: message("changes its recipients"), isPossible: certificate.cancelAuthority !== null },
  { text: message("pauses claims"), isPossible: certificate.pauseAuthority !== null },
  { text: message("upgrades the program"), isPossible: certificate.program.authority !== null },
  { text: message("freezes the vault"), isPossible: certificate.freezeAuthority !== null },
];

/** The assumptions that the result depends on. */
export function CertificateAssumptions({ certificate, token }: SectionProps) {
  const t = useTranslator();
  const actions = getActions(certificate).flatMap(({ text, isPossible }) => (isPossible ? [t(text)] : []));
  return (
    <Card title={t("Assumptions")}>
      <p className="text-sm">
        {t("Claims were simulated on a copy of the campaign. The result applies under these assumptions:")}
      </p>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-sm">
        {certificate.assumptions.map((assumption) => (
          <li key={assumption}>{t(ASSUMPTION_TEXTS[assumption])}</li>
        ))}
        {actions.length > 0 && (
          <li>
            {t("Nobody {actions}.", {
              actions: new Intl.ListFormat(t.locale, { type: "disjunction" }).format(actions),
            })}
          </li>
        )}
        <li>{t("Recipients can sign, and have SOL for transaction fees and deposits.")}</li>
      </ul>
      <CertificateTotals certificate={certificate} token={token} />
    </Card>
  );
}

/** The amounts of the simulation that do not repeat the result. */
function CertificateTotals({ certificate: { due, paid, rest }, token }: SectionProps) {
  const t = useTranslator();
  if (paid === due && rest === "0") return null;
  return (
    <div className="mt-3 border-t border-line">
      <Facts>
        {paid !== due && (
          <Fact label={t("Paid in the simulation")}>
            <Amount value={paid} token={token} exact />
          </Fact>
        )}
        {rest !== "0" && (
          <Fact label={t("Remaining")}>
            <Amount value={rest} token={token} exact />
          </Fact>
        )}
      </Facts>
    </div>
  );
}
