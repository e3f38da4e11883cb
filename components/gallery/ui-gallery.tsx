import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Badge } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chart, ChartSkeleton } from "@/components/ui/chart";
import { TableSkeleton } from "@/components/ui/data-table/table-skeleton";
import { EmptyState, ErrorNotice, Notice, Skeleton } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { PageNotFound } from "@/components/ui/page/page-not-found";
import { ListPosition } from "@/components/ui/paging/list-position";
import { CursorPager, Pagination } from "@/components/ui/paging/pagination";
import { ProgressBar, UploadProgress, WorkProgress } from "@/components/ui/progress-bar";
import { Result } from "@/components/ui/result";
import { Badges, Buttons, Figures, TONES, Tones, Values } from "./basic-parts";
import { ChosenParts, DataTables, Fields } from "./chosen-parts";

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
      <nav aria-label="Parts of the gallery" className="mb-6 flex flex-wrap gap-x-5 text-sm">
        {["light", "dark", ...Object.keys(PARTS)].map((part) => (
          <a
            key={part}
            href={`#${part}`}
            className="py-1 underline underline-offset-4 first-letter:uppercase"
          >
            {part}
          </a>
        ))}
      </nav>
      {(["light", "dark"] as const).map((theme) => (
        <section
          key={theme}
          id={theme}
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
          <Tones />
        </section>
      ))}
      <div className="grid gap-6 lg:grid-cols-2">
        {Object.entries(PARTS).map(([part, Part]) => (
          <div key={part} id={part} className="min-w-0 scroll-mt-4">
            <Part />
          </div>
        ))}
      </div>
    </>
  );
}

/** The parts below the two themes, by their anchor. */
const PARTS = {
  fields: () => (
    <Card title="Fields">
      <Fields />
    </Card>
  ),
  dialogs: () => (
    <Card title="Dialogs, menus and paging in the browser">
      <ChosenParts />
    </Card>
  ),
  tables: () => (
    <Card title="Data tables">
      <div className="space-y-6">
        <DataTables />
        <TableSkeleton label="Loading rows" rows={3} />
      </div>
    </Card>
  ),
  charts: () => (
    <Card title="Charts">
      <Charts />
    </Card>
  ),
  paging: Paging,
};

const MONTHS = ["2027-01", "2027-02", "2027-03", "2027-04"];
const UNLOCKS = [4_000_000n, 9_000_000n, 2_500_000n, 6_000_000n];
const TOTALS = UNLOCKS.map((_, month) => UNLOCKS.slice(0, month + 1).reduce((sum, item) => sum + item, 0n));
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
      <ChartSkeleton label="Loading" type="line" />
    </div>
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
        <ErrorNotice error={new Error("The message of the error.")} title="An error" />
        <EmptyState title="No items yet" action={<Button>Create item</Button>}>
          Why there is nothing, and what to do next.
        </EmptyState>
        <PageNotFound />
      </div>
    </Card>
  );
}

function Progress() {
  return (
    <Card title="Progress">
      <div className="space-y-4">
        {[0, 40, 100].map((percent) => (
          <ProgressBar key={percent} label={`${percent}%`} percent={percent} />
        ))}
        <ProgressBar label="Claimed behind vested" percent={20} behind={70} />
        <WorkProgress label="Building the tree" percent={60} />
        <UploadProgress parts={{ done: 2, total: 9 }} />
        {(["pending", "good", "danger"] as const).map((tone) => (
          <Result key={tone} tone={tone}>
            The result of a verification: {tone}.
          </Result>
        ))}
        <Skeleton lines={4} />
      </div>
    </Card>
  );
}

const pageHref = (page: number) => `/gallery?page=${page}`;

function Paging() {
  const cursors = { previousCursor: "before", nextCursor: "after" };
  const pager = { total: 1_234, href: (cursor = "") => `/gallery?cursor=${cursor}`, noun: "events" as const };
  return (
    <Card title="Paging" aside="first, middle, last">
      <ListPosition label="Pages" page={1}>
        {[1, 9, 17].map((page) => (
          <Pagination key={page} {...{ page, limit: 25, total: 410, href: pageHref, noun: "claims" }} />
        ))}
        <CursorPager {...pager} {...cursors} />
        <CursorPager {...pager} previousCursor={null} nextCursor="after" />
      </ListPosition>
    </Card>
  );
}
