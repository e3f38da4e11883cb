import { headers } from "next/headers";
import { LIFECYCLE } from "@/components/campaign/lifecycle-badge";
import { campaignRow } from "@/components/campaigns/campaign-row";
import { CampaignTable } from "@/components/campaigns/campaign-table";
import { requestTranslator } from "@/components/i18n/request-translator";
import { useTranslator } from "@/components/i18n/use-translator";
import { FirstRun } from "@/components/landing/first-run";
import { VestingSketch } from "@/components/landing/vesting-sketch";
import { WaitlistForm } from "@/components/landing/waitlist-form";
import { LivePage } from "@/components/service/live-page";
import { Shell } from "@/components/shell/shell";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Card, Figure } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { listState } from "@/lib/contract/live-state";
import { message } from "@/lib/core/i18n/translator";
import { readFigures } from "../lib/service/pages/campaigns";
import { readDeployment } from "../lib/service/pages/deployment";
import { hasWaitlist, readShell } from "../lib/service/pages/shell";
import { readTokens } from "../lib/service/pages/tokens";

const REASONS = [
  {
    icon: "chart",
    title: message("See every amount"),
    text: message("Allocated, vested and claimed amounts of each campaign and recipient."),
  },
  {
    icon: "check",
    title: message("Verify it yourself"),
    text: message("Each allocation has a Merkle proof against the root on Solana."),
  },
  {
    icon: "wallet",
    title: message("Review before you sign"),
    text: message("Every effect, amount and fee is shown before your wallet opens."),
  },
] as const;

export default async function LandingPage() {
  const t = await requestTranslator();
  const [shell, figures, isWaitlistShown] = await Promise.all([readShell(), readFigures(), hasWaitlist()]);
  const isEmpty = figures.campaigns + figures.unverified === 0;
  const tokens = await readTokens(figures.open.map(({ mint }) => mint));
  const rows = figures.open.map((campaign) =>
    campaignRow(campaign, tokens.of(campaign.mint), campaign.nextUnlock),
  );
  return (
    <Shell {...readDeployment(await headers())} {...shell}>
      <section className="grid items-center gap-x-12 gap-y-10 py-4 sm:py-10 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div>
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
            {t("Token vesting on Solana that anyone can verify.")}
          </h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">
            {t("A campaign locks tokens and releases them to its recipients over time.")}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink href="/create" tone="primary" size="large">
              {t("Create a campaign")}
            </ButtonLink>
            <ButtonLink href="/portfolio" size="large">
              {t("View my allocations")}
            </ButtonLink>
          </div>
        </div>
        <Preview figures={isEmpty ? null : figures} />
      </section>
      <ul className="grid gap-x-8 gap-y-6 border-y border-line py-8 sm:grid-cols-3">
        {REASONS.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-box bg-accent-soft text-accent">
              <Icon name={icon} />
            </span>
            <div className="min-w-0">
              <h2 className="font-semibold">{t(title)}</h2>
              <p className="mt-0.5 text-sm text-ink-soft">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-8 space-y-6">
        {isEmpty && <FirstRun />}
        {rows.length > 0 && (
          <Card>
            <LivePage
              source={{ kind: "campaigns", query: { status: "active", limit: figures.open.length } }}
              shown={listState(figures.open, figures.openCount)}
            />
            <CampaignTable rows={rows} title={t("Open campaigns")} hasView={false} />
            <p className="mt-3 text-sm">
              <Link href="/campaigns" className="font-medium text-accent underline-offset-4 hover:underline">
                {t("Browse campaigns")}
              </Link>
            </p>
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

type Figures = Awaited<ReturnType<typeof readFigures>>;

/** A vesting schedule as a curve, with the live numbers of this service below it. */
function Preview({ figures }: { figures: Figures | null }) {
  const t = useTranslator();
  return (
    <div className="rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6">
      <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{t("One allocation over time")}</span>
        <Badge>{t("Example")}</Badge>
      </p>
      <VestingSketch />
      {figures && (
        <dl className="mt-4 grid grid-cols-3 gap-4 border-t border-line pt-4">
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
          <Figure label={t(LIFECYCLE.active.label)}>{t.count(figures.vesting)}</Figure>
          <Figure label={t(LIFECYCLE.claimable.label)}>{t.count(figures.claimable)}</Figure>
        </dl>
      )}
    </div>
  );
}
