"use client";

import { Spinner } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import { useWords } from "@/components/words/use-words";
import { type Message, message } from "@/lib/core/words/words";

/** What is checked before the first signature of a creation, in order. */
const CHECKS = [
  { id: "wallet", title: message("Your wallet can sign what will be asked") },
  { id: "network", title: message("The service and the ledger answer") },
  { id: "mint", title: message("The program takes this token") },
  { id: "balance", title: message("Your balance covers amount, rent and fees") },
  { id: "recipients", title: message("The recipients can claim") },
  { id: "authorities", title: message("Whoever can cancel or pause it can sign") },
  { id: "trial", title: message("The ledger would accept it") },
] as const;

export type CheckId = (typeof CHECKS)[number]["id"];

export type CheckState = {
  /** `asks`: it is for the person to judge. */
  status: "waiting" | "running" | "passed" | "asks" | "failed" | "skipped";
  note: string;
};

export type CheckStates = Readonly<Record<CheckId, CheckState>>;

const WAITING: CheckState = { status: "waiting", note: "" };

export const NOTHING_CHECKED: CheckStates = {
  wallet: WAITING,
  network: WAITING,
  mint: WAITING,
  balance: WAITING,
  recipients: WAITING,
  authorities: WAITING,
  trial: WAITING,
};

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
const WORDS: Readonly<Record<CheckState["status"], Message>> = {
  waiting: message("not checked yet"),
  running: message("being checked"),
  passed: message("right"),
  asks: message("to be looked at"),
  failed: message("not right"),
  skipped: message("not checked"),
};

/** Every check before the first signature with where it stands. */
export function CheckList({ states }: { states: CheckStates }) {
  const t = useWords();
  return (
    <ol aria-label={t("Checks before anything is signed")} className="space-y-2 text-sm">
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
              <span className="font-medium">{t(title)}</span>
              <span className="sr-only">: {t(WORDS[status])}</span>
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
