import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { UnlockCalendar } from "@/components/campaign/unlock-calendar";
import { DownloadLinks } from "@/components/export/download-links";
import { requestTranslator } from "@/components/i18n/request-translator";
import { linked, Trans } from "@/components/i18n/trans";
import { SupplyTotals } from "@/components/supply/supply-totals";
import { Card, Fact, Facts } from "@/components/ui/card";
import { CHART_ACTION } from "@/components/ui/chart/chart-action";
import { Link } from "@/components/ui/link";
import { EmptyState, Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { CopyButton } from "@/components/ui/values/copy-button";
import { Time } from "@/components/ui/values/time";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { isAddress, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { monthText, toMonth } from "@/lib/core/vesting/unlock-months";
import { readOrigin } from "@/lib/service/pages/shell";
import { readTokens } from "@/lib/service/pages/tokens";
import { services } from "@/lib/service/services";
import { readSupply } from "@/lib/service/supply/read-supply";

type Props = PageProps<"/mints/[mint]">;

/** The field of the API with the amount of the plain-text endpoint. */
const FIELD = "lockedInVaults";

const LINK = "underline decoration-line-strong underline-offset-4 hover:decoration-current";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { mint } = await params;
  if (!isAddress(mint)) return {};
  const t = await requestTranslator();
  return { title: t("{token} in vesting campaigns", { token: (await readTokens([mint])).of(mint).unit }) };
}

export default async function SupplyPage({ params }: Props) {
  const { mint } = await params;
  if (!isAddress(mint)) notFound();
  const [supply, tokens, t] = await Promise.all([
    readSupply(await services(), mint),
    readTokens([mint]),
    requestTranslator(),
  ]);
  const token = tokens.of(mint);
  const numberUrl = `${(await readOrigin(await headers())) ?? ""}/api/mints/${mint}/supply/locked`;
  return (
    <>
      <PageHeader
        parent={{ href: "/campaigns", name: t("Campaigns") }}
        title={t("{token} in vesting campaigns", { token: token.unit })}
      >
        {t("Totals of all verified campaigns of this token.")}{" "}
        {mint !== NATIVE_MINT && <Address address={mint} name="mint" />}
      </PageHeader>
      {supply.campaigns === 0 ? (
        <EmptyState title={t("No verified campaigns")}>
          {t("This service has indexed no verified campaign of this token.")}
        </EmptyState>
      ) : (
        <div className="space-y-4 sm:space-y-6">
          {supply.unregistered > 0 && (
            <Notice tone="warn" title={t("The totals are incomplete")}>
              {t(
                "{count, plural, one {The current recipients of # campaign are not registered. The amount that is not claimed counts as unvested.} other {The current recipients of # campaigns are not registered. The amounts that are not claimed count as unvested.}}",
                { count: supply.unregistered },
              )}
            </Notice>
          )}
          {!supply.complete && supply.unregistered === 0 && (
            <Notice
              tone="info"
              title={t("Totals of the {count} newest campaigns", { count: supply.campaigns })}
            >
              {t("This token has more campaigns than the totals include.")}
            </Notice>
          )}
          {supply.missing !== "0" && (
            <Notice tone="warn" title={t("Not fully funded")}>
              {t(
                "The vaults hold less than the campaigns owe. Anyone can create a campaign of a token without funding it. Missing amount:",
              )}{" "}
              <Amount value={supply.missing} token={token} />
            </Notice>
          )}
          <Card
            title={t("Allocations")}
            aside={
              <Link className={LINK} href={`/campaigns?mint=${mint}`}>
                {t("{count, plural, one {# campaign} other {# campaigns}}", { count: supply.campaigns })}
              </Link>
            }
          >
            <SupplyTotals supply={supply} token={token} />
          </Card>
          <Card title={t("Upcoming unlocks by month")} aside={t("All recipients")}>
            {supply.months.length > 0 || supply.later !== "0" ? (
              <UnlockCalendar
                {...{ token, months: supply.months, later: supply.later, waiting: supply.waiting }}
                month={monthText(toMonth(BigInt(supply.at)))}
                isSum
                actions={
                  <DownloadLinks
                    files={[{ label: t("Export CSV"), list: `/api/mints/${mint}/supply` }]}
                    linkClass={CHART_ACTION}
                  />
                }
              />
            ) : (
              <p className="text-sm text-ink-soft">{t("No further unlocks are scheduled.")}</p>
            )}
          </Card>
          <Card
            title={t("For data aggregators")}
            aside={linked("/docs/supply")(t("About the supply of a token"))}
          >
            <p className="mb-2 text-sm">
              <Trans
                id="The endpoint returns {field}, the amount locked in vaults, in tokens."
                values={{ field: <code className="font-mono text-xs">{FIELD}</code> }}
              />
            </p>
            <Facts isAligned>
              <Fact label={t("Plain-text endpoint")}>
                <span className="flex items-start gap-1">
                  <a className={`font-mono text-xs wrap-anywhere ${LINK}`} href={numberUrl}>
                    {numberUrl}
                  </a>
                  <CopyButton text={numberUrl} label={t("Copy the address of the plain-text endpoint")} />
                </span>
              </Fact>
              <Fact label={t("Computed at")}>
                <Time at={supply.at} />
              </Fact>
              <Fact label={t("Indexed up to")}>
                <Trans
                  id="slot {slot}, {when}"
                  values={{ slot: supply.asOf.slot, when: <Time at={supply.asOf.timestamp} /> }}
                />
              </Fact>
            </Facts>
          </Card>
          <ZoneNote hasMonths />
        </div>
      )}
    </>
  );
}
