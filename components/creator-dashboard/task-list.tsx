import { ActionButton, SignerHint } from "@/components/actions/action-button";
import type { ActionRequest } from "@/components/actions/action-request";
import { CampaignLink } from "@/components/campaign/campaign-link";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import type { TaskView } from "@/lib/contract/creator-dashboard/view";
import { campaignName, type Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import { groupBy } from "@/lib/core/group-by";
import { type Message, message } from "@/lib/core/i18n/translator";

export type TaskRow = { task: TaskView; token: Token; action: ActionCampaign | null };

type TaskListProps = {
  taskRows: readonly TaskRow[];
  /** Number of all open tasks, without the grace periods. */
  count: number;
  isLedgerAway: boolean;
};

/** Number of campaigns whose tasks are visible without expanding the list. A single further one is not worth a click. */
const SHOWN = 3;

/**
 * Lists the open tasks of a creator with their actions. States which tasks are unknown while the RPC node
 * does not respond.
 */
export function TaskList({ taskRows, count, isLedgerAway }: TaskListProps) {
  const t = useTranslator();
  const tasks = taskRows.filter(({ task }) => task.kind !== "grace");
  const waiting = taskRows.filter(({ task }) => task.kind === "grace");
  const groups = [...groupBy(tasks, ({ task }) => task.treeAddress).values()];
  const limit = groups.length > SHOWN + 1 ? SHOWN : groups.length;
  const [shown, folded] = [groups.slice(0, limit), groups.slice(limit)];
  const rest = count - tasks.length;
  const lines = toLines(tasks).length + rest;
  const creator = tasks.find(({ action }) => action)?.action?.creator;
  return (
    <Card title={lines > 0 ? t("Open tasks ({count})", { count: t.count(lines) }) : t("Open tasks")}>
      {isLedgerAway && (
        <div className="mb-3">
          <Notice tone="warn" title={t("Solana is unreachable")}>
            {t(
              "The funding of campaigns is unknown until the connection is restored. All other data comes from the index.",
            )}
          </Notice>
        </div>
      )}
      {tasks.length === 0 && (
        <p className="text-sm text-ink-soft">
          {isLedgerAway
            ? t("You have no other open tasks.")
            : t("You’re all caught up. New tasks appear here.")}
        </p>
      )}
      {creator && (
        <SignerHint signer={creator}>{t("Connect the creator’s wallet to act on these tasks.")}</SignerHint>
      )}
      <Groups groups={shown} waiting={waiting} />
      {folded.length > 0 && (
        <details className="-mb-3 open:mb-0">
          <summary className="flex min-h-11 items-center text-sm font-medium">
            {t("{count, plural, one {# more task} other {# more tasks}}", {
              count: toLines(folded.flat()).length,
            })}
          </summary>
          <Groups groups={folded} waiting={waiting} />
        </details>
      )}
      {waiting.length > 0 && <Waiting taskRows={waiting} />}
      {rest > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          {t(
            "{count, plural, one {# more task appears after you complete these.} other {# more tasks appear after you complete these.}}",
            { count: rest },
          )}
        </p>
      )}
    </Card>
  );
}

/** Lists the grace periods, which need no action until they end. */
function Waiting({ taskRows }: { taskRows: readonly TaskRow[] }) {
  const t = useTranslator();
  return (
    <details open={taskRows.length <= SHOWN + 1} className="mt-3 -mb-3 border-t border-line pt-2 open:mb-0">
      <summary className="flex min-h-11 items-center text-sm font-medium">{t("Waiting")}</summary>
      <Groups groups={taskRows.map((task) => [task])} waiting={taskRows} />
    </details>
  );
}

/** The tasks of one line: a task, or the milestones of a campaign that were due at the same time. */
type Line = readonly [TaskRow, ...TaskRow[]];

function toLines(taskRows: readonly TaskRow[]): Line[] {
  const getKey = ({ task: { treeAddress, kind, at } }: TaskRow) => `${treeAddress} ${kind} ${at}`;
  return [...groupBy(taskRows, getKey).values()].filter(
    (rows): rows is [TaskRow, ...TaskRow[]] => rows.length > 0,
  );
}

type GroupsProps = { groups: readonly (readonly TaskRow[])[]; waiting: readonly TaskRow[] };

/** Shows the tasks by campaign, in the order of the first task of each. */
function Groups({ groups, waiting }: GroupsProps) {
  const inGrace = new Set(waiting.map(({ task }) => task.treeAddress));
  return (
    <ul className="mt-2 divide-y divide-line">
      {groups.map((rows) => (
        <li key={rows[0]?.task.treeAddress} className="py-4 first:pt-1 last:pb-0">
          <Group rows={rows} isInGrace={inGrace.has(rows[0]?.task.treeAddress ?? "")} />
        </li>
      ))}
    </ul>
  );
}

/** All tasks of one campaign under its name. */
function Group({ rows, isInGrace }: { rows: readonly TaskRow[]; isInGrace: boolean }) {
  const [first] = rows;
  if (!first) return null;
  return (
    <>
      <p>
        <TaskName task={first.task} />
      </p>
      <ul>
        {toLines(rows).map((line) => (
          <li
            key={`${line[0].task.kind} ${line[0].task.milestoneIdx}`}
            className="mt-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
          >
            <TaskRow {...{ line, isInGrace }} />
          </li>
        ))}
      </ul>
    </>
  );
}

const LABELS: Record<TaskView["kind"], { label: Message; tone: "warn" | "danger" | "info" }> = {
  unregistered: { label: message("Not registered"), tone: "danger" },
  unfunded: { label: message("Not funded"), tone: "danger" },
  milestone_due: { label: message("Milestone due"), tone: "warn" },
  sweep: { label: message("Available to withdraw"), tone: "warn" },
  paused: { label: message("Paused"), tone: "warn" },
  grace: { label: message("Grace period"), tone: "info" },
};

function TaskRow({ line, isInGrace }: { line: Line; isInGrace: boolean }) {
  const t = useTranslator();
  const [{ task, token }] = line;
  const { label, tone } = LABELS[task.kind];
  return (
    <>
      <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-baseline gap-x-3 gap-y-1 sm:flex-nowrap">
        <span className="shrink-0 sm:w-40">
          <Badge tone={tone}>{t(label)}</Badge>
        </span>
        <p className="min-w-0 text-sm">
          {line.length > 1 ? <MilestonesSentence line={line} /> : <Sentence task={task} token={token} />}
          {task.kind === "milestone_due" &&
            isInGrace &&
            ` ${t("The campaign is cancelled. A release is possible until the grace period ends.")}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {line.map((row, index) => (
          <TaskAction key={row.task.milestoneIdx} {...row} isFirst={index === 0} />
        ))}
      </div>
    </>
  );
}

/**
 * The action of a task for the wallet that can sign it, or a link to the page that has the action, once for the
 * tasks of a line.
 */
function TaskAction({ task, action, isFirst }: TaskRow & { isFirst: boolean }) {
  const request = action && getRequest(task, action);
  const link = isFirst ? <TaskLink task={task} /> : null;
  return request ? <ActionButton request={request} size="small" fallback={link} /> : link;
}

function MilestonesSentence({ line }: { line: Line }) {
  const t = useTranslator();
  const numbers = line.map((row) => String(row.task.milestoneIdx));
  const [{ task, token }] = line;
  const amount = line.reduce((sum, row) => sum + BigInt(row.task.amount ?? 0), 0n);
  return (
    <Trans
      id="Milestones {milestones} were planned for {date} and are not released. Their release unlocks {amount}."
      values={{
        milestones: new Intl.ListFormat(t.locale).format(numbers),
        date: <Time at={task.at ?? "0"} dayOnly />,
        amount: <Amount value={amount.toString()} token={token} />,
      }}
    />
  );
}

function TaskName({ task }: { task: TaskView }) {
  const t = useTranslator();
  return task.kind === "unregistered" ? (
    <span className="font-medium wrap-anywhere">{campaignName(task, t)}</span>
  ) : (
    <CampaignLink campaign={task} className="min-w-0 font-medium wrap-anywhere hover:decoration-current" />
  );
}

/**
 * Returns the action of a task that the dashboard has enough data for. The name of a task links to the page of its
 * campaign.
 */
function getRequest(
  { kind, amount, milestoneIdx }: TaskView,
  campaign: ActionCampaign,
): ActionRequest | null {
  if (kind === "unfunded" && amount !== null) return { kind: "fund", campaign, amount };
  if (kind === "paused") return { kind: "resume", campaign };
  if (kind === "milestone_due" && amount !== null && milestoneIdx !== null)
    return { kind: "release-milestone", campaign, milestoneIdx, amount };
  return null;
}

/** The actions of the page of a campaign. */
const PAGE_ACTIONS: Partial<Record<TaskView["kind"], Message>> = {
  milestone_due: message("Release on campaign page"),
  sweep: message("Withdraw on campaign page"),
  paused: message("Resume on campaign page"),
};

function TaskLink({ task: { kind, treeAddress } }: { task: TaskView }) {
  const t = useTranslator();
  if (kind === "unregistered")
    return (
      <ButtonLink href="/create" size="small">
        {t("Finish registration")}
      </ButtonLink>
    );
  const label = PAGE_ACTIONS[kind];
  return label ? (
    <ButtonLink href={`/campaigns/${treeAddress}`} size="small">
      {t(label)}
    </ButtonLink>
  ) : null;
}

function Sentence({ task, token }: { task: TaskView; token: Token }) {
  const t = useTranslator();
  const amount = task.amount === null ? null : <Amount value={task.amount} token={token} />;
  const at = task.at === null ? null : <Time at={task.at} dayOnly />;
  switch (task.kind) {
    case "unregistered":
      return (
        <Trans
          id="Created on Solana on {date} with {leaves, plural, one {# allocation} other {# allocations}} of {amount}. Recipients cannot find this campaign until it is registered. Finish in the browser that has the list."
          values={{ date: at, leaves: task.leafCount, amount }}
        />
      );
    case "unfunded":
      return (
        <Trans
          id="{amount} must be deposited. Until then, the last recipients to claim may not be paid in full."
          values={{ amount }}
        />
      );
    case "milestone_due":
      return (
        <Trans
          id="Milestone {milestone} was planned for {date} and is not released. Its release unlocks {amount}."
          values={{ amount, milestone: task.milestoneIdx, date: at }}
        />
      );
    case "sweep":
      return (
        <Trans
          id="The grace period ended on {date}. You can withdraw up to {amount}."
          values={{ amount, date: at }}
        />
      );
    case "paused":
      return t("Recipients cannot claim until you resume claims. Vesting continues.");
    case "grace":
      return (
        <Trans
          id="Recipients can claim vested amounts for {duration} more. Afterwards, you can withdraw up to {amount}."
          values={{ duration: <Countdown to={task.at ?? "0"} done={t("a moment")} />, amount }}
        />
      );
  }
}
