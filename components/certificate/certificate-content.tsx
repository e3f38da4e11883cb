import { ProgramFact } from "@/components/campaign/program-fact";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CertificateBody, CertificateDate, CertificateView } from "@/lib/contract/certificate";
import { ASSUMPTION_TEXTS, failureReason, TAKE_LABELS } from "@/lib/contract/certificate-texts";
import type { Token } from "@/lib/contract/names";

type SectionProps = { certificate: CertificateBody; token: Token };

type ContentProps = {
  view: CertificateView;
  signature: "valid" | "invalid" | "unsigned";
  token: Token;
  /** Whether the campaign has other recipients than the certificate. */
  isOutdated: boolean;
};

/** A stored certificate, the result first. Addresses are whole, because a print has no copy buttons. */
export function CertificateContent({ view, signature, token, isOutdated }: ContentProps) {
  const { certificate } = view;
  const signed = { state: signature, signer: view.signature?.signer ?? null };
  return (
    <div className="space-y-6">
      <CertificateResult certificate={certificate} isOutdated={isOutdated} />
      <CertificateFailures certificate={certificate} token={token} />
      <CertificateFacts certificate={certificate} token={token} signature={signed} />
      <CertificateAuthorities certificate={certificate} />
      <CertificateDates certificate={certificate} token={token} />
      <CertificateAssumptions assumptions={certificate.assumptions} />
    </div>
  );
}

/** The result of a certificate, with the moment that it is about. */
function CertificateResult({
  certificate,
  isOutdated,
}: Pick<SectionProps, "certificate"> & { isOutdated: boolean }) {
  const t = useTranslator();
  const { result, failures, shortfall, time, slot } = certificate;
  const failsAt = shortfall?.time ?? failures[0]?.time ?? time;
  return (
    <>
      {isOutdated && (
        <Notice tone="warn" title={t("This certificate is outdated")}>
          {t("The recipients have changed since. Ask the operator of this service for a new certificate.")}
        </Notice>
      )}
      <Notice
        tone={result === "paid" ? "good" : "danger"}
        title={
          result === "paid" ? (
            t("Every recipient is paid exactly")
          ) : (
            <Trans id="Payments fail on {date}" values={{ date: <Time at={failsAt} /> }} />
          )
        }
      >
        <p>
          <Trans
            id="Every claim was executed on a copy of the campaign as of {date}, slot {slot}. Later events may have changed the campaign."
            values={{ date: <Time at={time} />, slot }}
          />
        </p>
      </Notice>
    </>
  );
}

function CertificateFacts({
  certificate,
  token,
  signature,
}: SectionProps & { signature: { state: ContentProps["signature"]; signer: string | null } }) {
  const t = useTranslator();
  const { held, due, paid, rest, leafCount, executedLeaves, treeAddress, merkleRoot, program } = certificate;
  const amounts = [
    { label: t("Held"), amount: held },
    { label: t("Due until the last date"), amount: due },
    { label: t("Paid until the last date"), amount: paid },
    { label: t("Left at the end"), amount: rest },
  ];
  return (
    <Card title={t("Totals")}>
      <Facts>
        {amounts.map(({ label, amount }) => (
          <Fact key={label} label={label}>
            <Amount of={amount} token={token} exact />
          </Fact>
        ))}
        <Fact label={t("Allocations")}>
          {t("{count, plural, one {# allocation} other {# allocations}}, claims of {executed} executed", {
            count: leafCount,
            executed: executedLeaves,
          })}
        </Fact>
        <Fact label={t("Campaign address")}>
          <WholeAddress address={treeAddress} name="tree" />
        </Fact>
        <Fact label={t("Merkle root")}>
          <WholeAddress address={merkleRoot} name="root" />
        </Fact>
        <Fact label={t("Signed by")}>
          {signature.state === "valid" && signature.signer !== null ? (
            <WholeAddress address={signature.signer} name="signer" />
          ) : signature.state === "invalid" ? (
            t("The signature is not valid.")
          ) : (
            t("This certificate is not signed.")
          )}
        </Fact>
        <ProgramFact program={program} />
      </Facts>
    </Card>
  );
}

/** The authorities that could change the result. */
function CertificateAuthorities({ certificate }: Pick<SectionProps, "certificate">) {
  const t = useTranslator();
  const { creator, cancelAuthority, pauseAuthority, freezeAuthority } = certificate;
  return (
    <Card title={t("Authorities")}>
      <Facts>
        <Fact label={t("Creator")}>
          <WholeAddress address={creator} name="creator" />
        </Fact>
        <Fact label={t("Cancel authority")}>
          {cancelAuthority === null ? (
            t("none")
          ) : (
            <WholeAddress address={cancelAuthority} name="cancel authority" />
          )}
        </Fact>
        <Fact label={t("Pause authority, which can stop claims")}>
          {pauseAuthority === null ? (
            t("none")
          ) : (
            <WholeAddress address={pauseAuthority} name="pause authority" />
          )}
        </Fact>
        <Fact label={t("Freeze authority of the token, which can freeze the vault")}>
          {freezeAuthority === null ? t("none") : <WholeAddress address={freezeAuthority} name="authority" />}
        </Fact>
      </Facts>
    </Card>
  );
}

function CertificateFailures({ certificate, token }: SectionProps) {
  const t = useTranslator();
  const { failures, failureCount, shortfall } = certificate;
  if (failureCount === 0 && shortfall === null) return null;
  return (
    <Card title={t("Failed payments")}>
      {shortfall && (
        <p className="mb-3 text-sm">
          <Trans
            id="The campaign is short from {date}. At the end, {amount} is missing."
            values={{
              date: <Time at={shortfall.time} />,
              amount: <Amount of={shortfall.missing} token={token} exact />,
            }}
          />
        </p>
      )}
      <ol className="divide-y divide-line text-sm">
        {failures.map(({ leafIndex, time, beneficiary, due, missing, reason }) => (
          <li key={leafIndex} className="py-2 wrap-anywhere">
            <Trans
              id="{date}: allocation {index} of {recipient} is due {due}, and {missing} is missing."
              values={{
                date: <Time at={time} />,
                index: String(leafIndex),
                recipient: <WholeAddress address={beneficiary} name="recipient" />,
                due: <Amount of={due} token={token} exact />,
                missing: <Amount of={missing} token={token} exact />,
              }}
            />{" "}
            <Reason of={reason} />
          </li>
        ))}
      </ol>
      {failureCount > failures.length && (
        <p className="mt-2 text-sm text-ink-soft">
          {t("{count, plural, one {# more allocation fails.} other {# more allocations fail.}}", {
            count: failureCount - failures.length,
          })}
        </p>
      )}
    </Card>
  );
}

function Reason({ of }: { of: string }) {
  const t = useTranslator();
  const text = failureReason(of);
  return text === null ? <span className="text-ink-soft">{of}</span> : t(text);
}

const TAKES = Object.keys(TAKE_LABELS) as (keyof CertificateDate["takes"])[];

function CertificateDates({ certificate, token }: SectionProps) {
  const t = useTranslator();
  const { dates, datesOmitted } = certificate;
  return (
    <Card title={t("Dates")}>
      <p className="mb-3 text-sm text-ink-soft">
        {t(
          "On each date, every recipient claims at once. The amounts that authorities could take count from after these claims.",
        )}
        {datesOmitted > 0 && (
          <>
            {" "}
            {t("{count, plural, one {# further date was left out.} other {# further dates were left out.}}", {
              count: datesOmitted,
            })}
          </>
        )}
      </p>
      <ol className="divide-y divide-line text-sm">
        {dates.map((date) => (
          <li key={date.time} className="grid gap-x-6 gap-y-1 py-2 sm:grid-cols-[minmax(11rem,auto)_1fr]">
            <span className="font-medium">
              <Time at={date.time} />
            </span>
            <DateAmounts date={date} token={token} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function DateAmounts({ date, token }: { date: CertificateDate; token: Token }) {
  const t = useTranslator();
  const takes = TAKES.flatMap((how) => {
    const amount = date.takes[how];
    return amount === null || amount === "0" ? [] : [{ label: t(TAKE_LABELS[how]), amount }];
  });
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        <Trans
          id="Due {due}, paid {paid}, left {left}"
          values={{
            due: <Amount of={date.due} token={token} exact />,
            paid: <Amount of={date.paid} token={token} exact />,
            left: <Amount of={date.held} token={token} exact />,
          }}
        />
      </p>
      {takes.length > 0 && (
        <ul className="text-ink-soft">
          {takes.map(({ label, amount }) => (
            <li key={label}>
              {label}: <Amount of={amount} token={token} exact />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CertificateAssumptions({ assumptions }: Pick<CertificateBody, "assumptions">) {
  const t = useTranslator();
  return (
    <Card title={t("Assumptions")}>
      <ul className="list-disc space-y-1 pl-5 text-sm">
        <li>{t("Recipients can sign, and have SOL for transaction fees and deposits.")}</li>
        <li>{t("No authority acts, and nobody can upgrade the program or freeze the vault.")}</li>
        {assumptions.map((assumption) => (
          <li key={assumption}>{t(ASSUMPTION_TEXTS[assumption])}</li>
        ))}
      </ul>
    </Card>
  );
}
