import { Spinner } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import { CHECKS, type CheckState, type CheckStates } from "./check-states";

const ICONS: Readonly<Record<CheckState["status"], IconName>> = {
  waiting: "clock",
  running: "clock",
  passed: "check",
  asks: "warning",
  failed: "stop",
  skipped: "clock",
};
const TONES: Partial<Record<CheckState["status"], string>> = {
  passed: "text-accent",
  asks: "text-warn",
  failed: "text-danger",
};
const WORDS: Readonly<Record<CheckState["status"], string>> = {
  waiting: "not checked yet",
  running: "being checked",
  passed: "right",
  asks: "to be looked at",
  failed: "not right",
  skipped: "not checked",
};

/** Every check before the first signature with where it stands. */
export function CheckList({ states }: { states: CheckStates }) {
  return (
    <ol aria-label="Checks before anything is signed" className="space-y-2 text-sm">
      {CHECKS.map(({ id, title }) => {
        const { status, note } = states[id];
        return (
          <li key={id} className="flex gap-2">
            {status === "running" ? (
              <span className="mt-0.5">
                <Spinner />
              </span>
            ) : (
              <Icon
                name={ICONS[status]}
                className={`mt-0.5 size-5 shrink-0 ${TONES[status] ?? "text-ink-soft"}`}
              />
            )}
            <span className="min-w-0">
              <span className="font-medium">{title}</span>
              <span className="sr-only">: {WORDS[status]}</span>
              {note && (
                <span
                  className={`block break-words ${status === "failed" ? "text-danger" : "text-ink-soft"}`}
                >
                  {note}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
