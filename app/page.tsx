import { LIFECYCLE } from "@/components/campaign/lifecycle-badge";
import { campaignRow } from "@/components/campaigns/campaign-row";
import { CampaignTable } from "@/components/campaigns/campaign-table";
import { requestTranslator } from "@/components/i18n/request-translator";
import { useTranslator } from "@/components/i18n/use-translator";
import { FirstRun } from "@/components/landing/first-run";
import { WaitlistForm } from "@/components/landing/waitlist-form";
import { LivePage } from "@/components/service/live-page";
import { Shell } from "@/components/shell/shell";
import { ButtonLink } from "@/components/ui/button";
import { Card, Figure } from "@/components/ui/card";
import { listState } from "@/lib/contract/live-state";
import { message } from "@/lib/core/i18n/translator";
import { readFigures } from "../lib/service/pages/campaigns";
import { hasWaitlist, readShell } from "../lib/service/pages/shell";
import { readTokens } from "../lib/service/pages/tokens";

const FEATURES = [
  [
    message("Track"),
    message(
      "See allocated, vested and claimed amounts of every campaign and recipient, taken from events on Solana.",
    ),
  ],
  [
    message("Verify"),
    message(
      "Each allocation has a Merkle proof against the root on Solana. Verify it here, or offline with your own code.",
    ),
  ],
  [
    message("Manage"),
    message(
      "Create, claim, pause, cancel and release. Review all effects and amounts before your wallet opens.",
    ),
  ],
] as const;

export default async function LandingPage() {
  const t = await requestTranslator();
  const [shell, figures, isWaitlistShown] = await Promise.all([readShell(), readFigures(), hasWaitlist()]);
  const isEmpty = figures.campaigns + figures.unverified === 0;
  const tokens = await readTokens(figures.newest.map(({ mint }) => mint));
  const rows = figures.newest.map((campaign) =>
    campaignRow(campaign, tokens.of(campaign.mint), campaign.nextUnlock),
  );
  return (
    <Shell {...shell}>
      <section className="py-6 sm:py-12">
        <h1 className="max-w-3xl text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
          {t("Transparent token vesting on Solana.")}
        </h1>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">
          {t(
            "Vesting Index shows vesting campaigns from Solana. Creators and recipients see the same data and can act on it.",
          )}
        </p>
        {!isEmpty && <Start figures={figures} />}
      </section>
      <div className="space-y-6">
        {isEmpty && <FirstRun />}
        <div className="grid gap-4 sm:grid-cols-3">
          {FEATURES.map(([title, text]) => (
            <Card key={title} title={t(title)}>
              <p className="text-ink-soft">{t(text)}</p>
            </Card>
          ))}
        </div>
        {rows.length > 0 && (
          <Card>
            <LivePage
              source={{ kind: "campaigns", query: { limit: figures.newest.length } }}
              shown={listState(figures.newest, figures.campaigns)}
            />
            <CampaignTable rows={rows} title={t("Newest campaigns")} />
          </Card>
        )}
        {isWaitlistShown && (
          <Card title={t("Get product updates")}>
            <WaitlistForm />
          </Card>
        )}
      </div>
    </Shell>
  );
}

/** Ways into a service with campaigns, and their numbers. */
function Start({ figures }: { figures: Awaited<ReturnType<typeof readFigures>> }) {
  const t = useTranslator();
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="/campaigns" tone="primary">
          {t("Browse campaigns")}
        </ButtonLink>
        <ButtonLink href="/portfolio">{t("View my allocations")}</ButtonLink>
      </div>
      <dl className="mt-10 grid grid-cols-3 gap-4 border-y border-line py-5">
        <Figure
          label={t("Campaigns")}
          note={
            figures.unverified > 0 &&
            t("{count, plural, one {and # unverified} other {and # unverified}}", {
              count: figures.unverified,
            })
          }
        >
          {t.count(figures.campaigns)}
        </Figure>
        <Figure label={t(LIFECYCLE.active.label)}>{t.count(figures.active)}</Figure>
        <Figure label={t(LIFECYCLE.claimable.label)}>{t.count(figures.claimable)}</Figure>
      </dl>
    </>
  );
}
