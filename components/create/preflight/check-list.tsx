"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Spinner } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { message } from "@/lib/core/i18n/translator";

/** The checks before the first signature of a creation, in order. */
const CHECKS = [
  { id: "wallet", title: message("Your wallet can sign all requests") },
  { id: "network", title: message("The service and the network respond") },
  { id: "mint", title: message("The program supports this token") },
  { id: "balance", title: message("Your balance covers amount, deposit and fees") },
  { id: "dates", title: message("Dates are in the future") },
  { id: "recipients", title: message("Recipients can claim") },
  { id: "names", title: message("Names still resolve to the same addresses") },
  { id: "authorities", title: message("Cancel and pause authorities can sign") },
  { id: "simulation", title: message("Transaction simulation passes") },
] as const;

export type CheckId = (typeof CHECKS)[number]["id"];

const STATUS_STYLES = {
  waiting: { icon: "clock", tone: "text-ink-soft", label: message("not checked yet") },
  running: { icon: "clock", tone: "text-ink-soft", label: message("checking") },
  passed: { icon: "check", tone: "text-accent", label: message("passed") },
  /** The user decides. */
  review: { icon: "warning", tone: "text-warn", label: message("needs review") },
  failed: { icon: "stop", tone: "text-danger", label: message("failed") },
  skipped: { icon: "clock", tone: "text-ink-soft", label: message("not checked") },
} as const;

export type CheckState = { status: keyof typeof STATUS_STYLES; note: string };

/** Checks that have not started are missing. */
export type CheckStates = Readonly<Partial<Record<CheckId, CheckState>>>;

/** Shows the state of every check before the first signature. */
export function CheckList({ states }: { states: CheckStates }) {
  const t = useTranslator();
  return (
    <ol aria-label={t("Checks before signing")} className="space-y-2 text-sm">
      {CHECKS.map(({ id, title }) => {
        const { status, note } = states[id] ?? { status: "waiting", note: "" };
        const { icon, tone, label } = STATUS_STYLES[status];
        return (
          <li key={id} className="flex gap-2">
            {status === "running" ? (
              <span className="mt-0.5">
                <Spinner />
              </span>
            ) : (
              <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${tone}`} />
            )}
            <span className="min-w-0">
              <span className="font-medium">{t(title)}</span>
              <span className="sr-only">: {t(label)}</span>
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
