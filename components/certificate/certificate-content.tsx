import { ProgramFact } from "@/components/campaign/program-fact";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card, Fact, Facts, Figure } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Result } from "@/components/ui/result";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CertificateBody, CertificateView } from "@/lib/contract/certificate";
import { failureReason } from "@/lib/contract/certificate-texts";
import type { Token } from "@/lib/contract/names";
import { groupBy } from "@/lib/core/group-by";
import { type Message, message } from "@/lib/core/i18n/translator";
import { capitalize } from "@/lib/core/text/capitalize";
import { CertificateAssumptions } from "./certificate-assumptions";
import { CertificateDates } from "./certificate-dates";

type SectionProps = { certificate: CertificateBody; token: Token };

type SignatureState = "valid" | "invalid" | "unsigned";

const SIGNATURE_TEXTS: Record<SignatureState, Message> = {
  valid: message("signature valid"),
  invalid: message("signature not valid"),
  unsigned: message("not signed by an operator"),
};

type ContentProps = {
  view: CertificateView;
  signature: SignatureState;
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
      <CertificateResult {...{ certificate, token, signature, isOutdated }} />
      <CertificateFailures certificate={certificate} token={token} />
      <CertificateDates certificate={certificate} token={token} />
      <CertificateAssumptions certificate={certificate} token={token} />
      <CertificateAuthorities certificate={certificate} />
      <CertificateCampaign certificate={certificate} signature={signed} />
    </div>
  );
}

type ResultProps = SectionProps & { signature: SignatureState; isOutdated: boolean };

/** The result of a certificate with its amounts and its moment. */
function CertificateResult({ certificate, token, signature, isOutdated }: ResultProps) {
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
      <Result tone={result === "paid" ? "good" : "danger"}>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
            <h2 className="text-xl font-semibold">
              {result === "paid" ? (
                t("The vault covers every claim in full")
              ) : (
                <Trans id="Payments fail on {date}" values={{ date: <Time at={failsAt} /> }} />
              )}
            </h2>
            {/* Two lines on a phone, because the text is longer until the time zone of the viewer is known. */}
            <p className="mt-1 text-sm max-sm:min-h-[2lh]">
              <Trans
                id="As of {date} · slot {slot} · {signature}"
                values={{ date: <Time at={time} />, slot, signature: t(SIGNATURE_TEXTS[signature]) }}
              />
            </p>
          </div>
          <VaultFigures certificate={certificate} token={token} />
        </div>
      </Result>
    </>
  );
}

/** The held and the due amount, and the extent of the simulation. */
function VaultFigures({ certificate, token }: SectionProps) {
  const t = useTranslator();
  const { held, due, dates, time, leafCount, executedLeaves } = certificate;
  const until = <Time at={dates.at(-1)?.time ?? time} dayOnly />;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Figure label={t("In the vault")}>
        <Amount value={held} token={token} exact />
      </Figure>
      <Figure label={<Trans id="Due until {date}" values={{ date: until }} />}>
        <Amount value={due} token={token} exact />
      </Figure>
      <Figure label={t("Simulated allocations")}>
        {t("{executed} of {count}", { executed: t.count(executedLeaves), count: t.count(leafCount) })}
      </Figure>
    </dl>
  );
}

/** The facts that identify the campaign, its program and the signer. */
function CertificateCampaign({
  certificate: { treeAddress, merkleRoot, program },
  signature: { state, signer },
}: Pick<SectionProps, "certificate"> & {
  signature: { state: SignatureState; signer: string | null };
}) {
  const t = useTranslator();
  return (
    <Card title={t("Campaign")}>
      <Facts isAligned>
        <Fact label={t("Campaign address")}>
          <WholeAddress address={treeAddress} name="tree" />
        </Fact>
        <Fact label={t("Merkle root")}>
          <WholeAddress address={merkleRoot} name="root" />
        </Fact>
        <ProgramFact program={program} />
        {state !== "unsigned" && (
          <Fact label={t("Signed by")}>
            {state === "valid" && signer !== null ? (
              <WholeAddress address={signer} name="signer" />
            ) : (
              t("The signature is not valid.")
            )}
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

/** The authorities that could change the result, one row for each address. */
function CertificateAuthorities({ certificate }: Pick<SectionProps, "certificate">) {
  const t = useTranslator();
  const { creator, cancelAuthority, pauseAuthority, freezeAuthority } = certificate;
  const roles = [
    { name: t("creator"), address: creator },
    { name: t("cancel authority"), address: cancelAuthority },
    { name: t("pause authority"), address: pauseAuthority },
  ];
  const names = new Intl.ListFormat(t.locale, { type: "conjunction" });
  const rows = [...groupBy(roles, ({ address }) => address)].map(([address, group]) => ({
    label: capitalize(names.format(group.map(({ name }) => name))),
    address,
  }));
  return (
    <Card title={t("Authorities")}>
      <Facts isAligned>
        {[...rows, { label: t("Token freeze authority"), address: freezeAuthority }].map(
          ({ label, address }) => (
            <Fact key={label} label={label}>
              {address === null ? t("None") : <WholeAddress address={address} name="authority" />}
            </Fact>
          ),
        )}
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
              amount: <Amount value={shortfall.missing} token={token} exact />,
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
                due: <Amount value={due} token={token} exact />,
                missing: <Amount value={missing} token={token} exact />,
              }}
            />{" "}
            <Reason reason={reason} />
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

function Reason({ reason }: { reason: string }) {
  const t = useTranslator();
  const text = failureReason(reason);
  return text === null ? <span className="text-ink-soft">{reason}</span> : t(text);
}
