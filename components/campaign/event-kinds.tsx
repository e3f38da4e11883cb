import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { END_EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { type Message, message } from "@/lib/core/i18n/translator";

/** The kinds of events by which a list can be filtered, by their name in the URL. */
export const EVENT_KINDS = {
  claims: { label: message("Claims"), types: ["claimed"] },
  milestones: { label: message("Milestones"), types: ["milestone_released"] },
  allocations: { label: message("Allocation changes"), types: ["root_updated"] },
  pauses: { label: message("Pauses"), types: ["paused"] },
  endings: { label: message("Cancellations and refunds"), types: END_EVENT_TYPES },
} as const satisfies Record<string, { label: Message; types: readonly EventType[] }>;

export type EventKind = keyof typeof EVENT_KINDS;
export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as EventKind[];

type FilterLinkProps = { label: string; href: string; isOn: boolean };

/** A link to the same list with another filter. */
export const FilterLink = ({ label, href, isOn }: FilterLinkProps) => (
  <Link
    href={href}
    scroll={false}
    aria-current={isOn ? "true" : undefined}
    className={`inline-flex min-h-11 items-center rounded-full border px-3.5 text-sm transition-colors md:pointer-fine:min-h-8 md:pointer-fine:px-3 ${
      isOn
        ? "border-accent bg-accent-soft font-medium text-accent"
        : "border-line-strong/60 text-ink-soft hover:border-line-strong hover:text-ink"
    }`}
  >
    {label}
  </Link>
);

type EventKindsProps = { current: EventKind | undefined; buildHref: (kind?: EventKind) => string };

/** Links to the same list with the events of one kind. On a phone the links scroll sideways. */
export function EventKinds({ current, buildHref }: EventKindsProps) {
  const t = useTranslator();
  const choices = [
    { kind: undefined, label: t("All events") },
    ...EVENT_KIND_NAMES.map((kind) => ({ kind, label: t(EVENT_KINDS[kind].label) })),
  ];
  return (
    <nav
      aria-label={t("Kind of event")}
      className="-mx-4 max-w-[calc(100%+2rem)] overflow-x-auto px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex min-w-max gap-1.5">
        {choices.map(({ kind, label }) => (
          <li key={label}>
            <FilterLink label={label} href={buildHref(kind)} isOn={kind === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
