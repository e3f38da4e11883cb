import { headers } from "next/headers";
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
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
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
          <div className="mt-6 flex flex-wrap gap-3 max-sm:[&>a]:w-full">
            <ButtonLink href="/create" tone="primary" size="large">
              {t("Create a campaign")}
            </ButtonLink>
            <ButtonLink href="/portfolio" size="large">
              {t("View my allocations")}
            </ButtonLink>
          </div>
        </div>
        <Preview />
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
        {!isEmpty && (
          <Card title={<OpenCampaigns figures={figures} />} aside={<AllCampaigns figures={figures} />}>
            <LivePage source={{ kind: "lists", queries: figures.live.queries }} shown={figures.live.state} />
            {rows.length > 0 ? (
              <CampaignTable rows={rows} hasView={false} />
            ) : (
              <p className="text-sm text-ink-soft">{t("No campaign is open now.")}</p>
            )}
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

type FiguresProps = { figures: Figures };

/** The title of the campaigns that are not finished, with their numbers by status. */
function OpenCampaigns({ figures }: FiguresProps) {
  const t = useTranslator();
  const numbers = [
    t("{count, plural, one {# locked} other {# locked}}", { count: figures.locked }),
    t("{count, plural, one {# claimable} other {# claimable}}", { count: figures.claimable }),
    ...(figures.paused > 0
      ? [t("{count, plural, one {# paused} other {# paused}}", { count: figures.paused })]
      : []),
    ...(figures.inGrace > 0
      ? [t("{count, plural, one {# in grace} other {# in grace}}", { count: figures.inGrace })]
      : []),
    ...(figures.unverified > 0
      ? [t("{count, plural, one {# unverified} other {# unverified}}", { count: figures.unverified })]
      : []),
  ];
  return (
    <>
      {t("Open campaigns")}{" "}
      <span className="ml-2 text-sm font-normal text-ink-soft">{numbers.join(" · ")}</span>
    </>
  );
}

function AllCampaigns({ figures }: FiguresProps) {
  const t = useTranslator();
  return (
    <Link
      href="/campaigns"
      className="-my-2 inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline md:pointer-fine:min-h-8"
    >
      {t("{count, plural, one {All campaigns} other {All # campaigns}}", {
        count: figures.campaigns + figures.unverified,
      })}
    </Link>
  );
}

/** A vesting schedule as a curve. */
function Preview() {
  const t = useTranslator();
  return (
    <div className="rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6">
      <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{t("One recipient over time")}</span>
        <Badge>{t("Example")}</Badge>
      </p>
      <VestingSketch />
    </div>
  );
}
