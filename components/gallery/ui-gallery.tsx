import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button, ButtonLink, type ButtonTone, Spinner } from "@/components/ui/button";
import { Card, Fact, Facts, Figure } from "@/components/ui/card";
import { Chart, ChartSkeleton } from "@/components/ui/chart";
import { ICON_NAMES, Icon } from "@/components/ui/icon";
import { EmptyState, ErrorNotice, Notice, Skeleton } from "@/components/ui/notice";
import { NoSuchPage } from "@/components/ui/page/no-such-page";
import { LinkTabs, PageHeader } from "@/components/ui/page/page-header";
import { ListPosition } from "@/components/ui/paging/list-position";
import { CursorPager, Pagination } from "@/components/ui/paging/pagination";
import { ProgressBar, UploadProgress, WorkProgress } from "@/components/ui/progress-bar";
import { type Column, Table } from "@/components/ui/table";
import { Address, WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import { LookAlike, TokenName } from "@/components/ui/values/token";
import { ChosenParts, DataTables, Fields } from "./chosen-parts";

const TONES: readonly BadgeTone[] = ["neutral", "good", "info", "warn", "danger"];
const BUTTON_TONES: readonly ButtonTone[] = ["primary", "secondary", "danger", "danger-quiet", "quiet"];
const ADDRESS = "So11111111111111111111111111111111111111112";
const TOKEN = { mint: ADDRESS, decimals: 6, unit: "DEMO", isKnown: true };
const NAMES = { symbol: "GAL", name: "Gallery token", imitates: null, hasLogo: false };
const NAMED_TOKEN = { mint: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU", unit: "GAL", names: NAMES };
const U64_MAX = 2n ** 64n - 1n;

/** Shows every component below components/ui in all its states. */
export function UiGallery({ now }: { now: number }) {
  return (
    <>
      <PageHeader
        title="Gallery"
        badges={<Badge tone="info">Development only</Badge>}
        actions={
          <>
            <ThemeToggle initial="system" />
            <ButtonLink href="/">Go to the home page</ButtonLink>
          </>
        }
      >
        All interface components in all states. The first part is shown in both themes.
      </PageHeader>
      {(["light", "dark"] as const).map((theme) => (
        <section
          key={theme}
          data-theme={theme}
          aria-label={`Theme: ${theme}`}
          className="mb-6 grid gap-6 rounded-card border border-line bg-bg p-4 text-ink sm:p-6 lg:grid-cols-2"
        >
          <Buttons />
          <Badges />
          <Values now={now} />
          <Figures />
          <Notices />
          <Progress />
          <Lists />
          <Tones />
        </section>
      ))}
      <div className="grid gap-6 lg:grid-cols-2">
        <Card title="Fields">
          <Fields />
        </Card>
        <Card title="Dialogs, menus and paging in the browser">
          <ChosenParts />
        </Card>
        <Card title="Data tables">
          <DataTables />
        </Card>
        <Card title="Charts">
          <Charts />
        </Card>
        <Paging />
      </div>
    </>
  );
}

const MONTHS = ["2027-01", "2027-02", "2027-03", "2027-04"];
const UNLOCKS = [4_000_000n, 9_000_000n, 2_500_000n, 6_000_000n];
const TOTALS = UNLOCKS.map((_, month) => UNLOCKS.slice(0, month + 1).reduce((sum, one) => sum + one, 0n));
const CHART_UNIT = { decimals: 6, unit: "GAL" };

function Charts() {
  return (
    <div className="space-y-4">
      <Chart
        title="Unlocks"
        summary="February unlocks most."
        spec={{
          ...{ type: "bar", months: MONTHS, unit: CHART_UNIT },
          series: [{ name: "Unlocks", tone: "accent", values: UNLOCKS }],
        }}
      />
      <Chart
        title="Vested"
        summary="The total grows each month."
        spec={{
          ...{ type: "line", times: MONTHS.map((month) => BigInt(Date.parse(`${month}-01`) / 1000)) },
          ...{
            unit: CHART_UNIT,
            series: [{ name: "Vested", tone: "accent", values: TOTALS, isFilled: true }],
          },
        }}
      />
      <ChartSkeleton label="Loading" />
    </div>
  );
}

function Buttons() {
  return (
    <Card title="Buttons" aside="enabled, busy, disabled, as a link">
      <div className="space-y-3">
        {BUTTON_TONES.map((tone) => (
          <div key={tone} className="flex flex-wrap gap-2">
            <Button tone={tone}>{tone}</Button>
            <Button tone={tone} busy>
              {tone}
            </Button>
            <Button tone={tone} disabled>
              {tone}
            </Button>
            <ButtonLink tone={tone} href="/gallery">
              {tone}
            </ButtonLink>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-2">
          {(["small", "normal", "large"] as const).map((size) => (
            <Button key={size} size={size}>
              {size}
            </Button>
          ))}
          <Spinner />
        </div>
      </div>
    </Card>
  );
}

const TOKENS = [
  "bg",
  "surface",
  "raised",
  "line",
  "line-strong",
  "accent",
  "success",
  "info",
  "warn",
  "danger",
];
const SIZES = ["text-xs", "text-sm", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl", "text-4xl"];

/** Shows the color tokens and the type scale of globals.css. */
function Tones() {
  return (
    <Card title="Colors and type scale">
      <ul className="grid grid-cols-5 gap-2 text-xs text-ink-soft">
        {TOKENS.map((token) => (
          <li key={token}>
            <span
              style={{ backgroundColor: `var(--color-${token})` }}
              className="block h-8 rounded-md border border-line"
            />
            {token}
          </li>
        ))}
      </ul>
      <ul className="mt-4">
        {SIZES.map((size) => (
          <li key={size} style={{ fontSize: `var(--${size})` }}>
            {size.slice("text-".length)} 1,234,567.89
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Badges() {
  return (
    <Card title="Badges and icons">
      <div className="flex flex-wrap gap-2">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <ul className="mt-4 grid grid-cols-3 gap-2 text-sm text-ink-soft sm:grid-cols-4">
        {ICON_NAMES.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <Icon name={name} /> {name}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Values({ now }: { now: number }) {
  const [past, later] = [String(now - 86_400), String(now + 90_000)];
  const values = {
    Address: <Address address={ADDRESS} name="mint" />,
    "Full address": <WholeAddress address={ADDRESS} name="mint" />,
    "Address with a link": <Address address={ADDRESS} name="mint" href="/gallery" ends={8} />,
    Amount: <Amount of="1234567891" token={TOKEN} />,
    "Amount with its value": <Amount of="1234567891" token={TOKEN} price={2.5} />,
    "Largest amount, exact": <Amount of={U64_MAX} token={TOKEN} exact />,
    Moment: <Time at={past} />,
    "Relative time": <Time at={past} relative />,
    Day: <Time at={past} dayOnly />,
    Countdown: <Countdown to={later} done="over" />,
    "Finished countdown": <Countdown to={past} done="over" />,
    Token: <TokenName token={NAMED_TOKEN} />,
    "Token that imitates another": <LookAlike names={{ ...NAMES, imitates: "USDC" }} />,
  };
  return (
    <Card title="Values">
      <Facts>
        {Object.entries(values).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

function Figures() {
  return (
    <Card title="Figures" aside="with a note, and without">
      <dl className="grid grid-cols-2 gap-4">
        <Figure label="Vested" note="12.5 %">
          <Amount of="1234567891" token={TOKEN} />
        </Figure>
        <Figure label="Total">
          <Amount of={U64_MAX} token={TOKEN} />
        </Figure>
      </dl>
      <LinkTabs
        label="Views"
        tabs={[
          { href: "/gallery", label: "Current", current: true, count: 12_345 },
          { href: "/gallery?view=other", label: "Other", current: false, count: 0 },
          { href: "/gallery?view=plain", label: "Without a count", current: false },
        ]}
      />
    </Card>
  );
}

function Notices() {
  return (
    <Card title="Notices">
      <div className="space-y-3">
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} title={tone} action={<Button>Run action</Button>}>
            <p>The event, in one sentence.</p>
            <p>The next step, in one sentence.</p>
          </Notice>
        ))}
        <Notice tone="info" live>
          Without a title, and announced as it appears.
        </Notice>
        <ErrorNotice of={new Error("The message of the error.")} title="An error" />
        <EmptyState title="No items yet" action={<Button>Create item</Button>}>
          Why there is nothing, and what to do next.
        </EmptyState>
        <NoSuchPage />
      </div>
    </Card>
  );
}

function Progress() {
  return (
    <Card title="Progress">
      <div className="space-y-4">
        {[0, 40, 100].map((percent) => (
          <ProgressBar key={percent} label={`${percent} %`} percent={percent} />
        ))}
        <ProgressBar label="Claimed behind vested" percent={20} behind={70} />
        <WorkProgress label="Building the tree" percent={60} />
        <UploadProgress parts={{ done: 2, total: 9 }} />
        <Skeleton lines={4} />
      </div>
    </Card>
  );
}

type Row = { name: string; amount: bigint };

const COLUMNS: readonly Column<Row>[] = [
  { title: "Name", cell: ({ name }) => name },
  { title: "Amount", align: "right", cell: ({ amount }) => <Amount of={amount} token={TOKEN} /> },
  { title: "Only where it is wide", wide: true, cell: () => "more" },
];
const ROWS = [
  { name: "Ada", amount: 1_500_000n },
  { name: "A name that takes far more room than others do", amount: U64_MAX },
];

function Lists() {
  return (
    <Card title="Tables" aside="cards where it is narrow">
      <Table caption="Rows" columns={COLUMNS} rows={ROWS} rowKey={({ name }) => name} />
      <Table caption="No rows" columns={COLUMNS} rows={[]} rowKey={({ name }) => name} />
    </Card>
  );
}

const pageHref = (page: number) => `/gallery?page=${page}`;

function Paging() {
  const cursors = { previousCursor: "before", nextCursor: "after" };
  const pager = { total: 1_234, href: (cursor = "") => `/gallery?cursor=${cursor}`, noun: "events" as const };
  return (
    <Card title="Paging" aside="first, middle, last, none">
      <ListPosition label="Pages" page={1}>
        {[1, 9, 17].map((page) => (
          <Pagination key={page} {...{ page, limit: 25, total: 410, href: pageHref, noun: "claims" }} />
        ))}
        <Pagination page={1} limit={25} total={0} href={pageHref} noun="claims" />
        <CursorPager {...pager} {...cursors} />
        <CursorPager {...pager} previousCursor={null} nextCursor="after" />
      </ListPosition>
    </Card>
  );
}
