"use client";

import { useState } from "react";
import { Spinner } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/field";
import { Icon, type IconName } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/pagination";
import { WholeAddress } from "@/components/ui/values/address";
import { Trans } from "@/components/words/trans";
import { useWords } from "@/components/words/use-words";
import { type Message, message } from "@/lib/core/words/words";
import type { UnusualAuthority } from "./authorities";
import type { UnusualRecipient } from "./recipients";

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

const ROWS_A_PAGE = 10;

type UnusualRecipientsProps = {
  unusual: readonly UnusualRecipient[];
  consents: boolean;
  onConsent: (consents: boolean) => void;
};

/** Recipients that are hardly wallets, by name; nothing is signed before they are wanted all the same. */
export function UnusualRecipients({ unusual, consents, onConsent }: UnusualRecipientsProps) {
  const t = useWords();
  const [page, setPage] = useState(0);
  if (unusual.length === 0) return null;
  const rows = unusual.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE);
  return (
    <Notice
      tone="warn"
      title={t(
        "{count, plural, one {One recipient may never be able to claim} other {# recipients may never be able to claim}}",
        { count: unusual.length },
      )}
    >
      <ul className="my-2 space-y-1">
        {rows.map(({ address, why }) => (
          <li key={address}>
            <WholeAddress address={address} name="recipient" />: {why}.
          </li>
        ))}
      </ul>
      <RowPager page={page} pages={Math.ceil(unusual.length / ROWS_A_PAGE)} onPage={setPage} />
      <div className="mt-3">
        <Checkbox
          id="unusual-consent"
          label={t(
            "{count, plural, one {I want this recipient all the same} other {I want all of them all the same}}",
            { count: unusual.length },
          )}
          checked={consents}
          onChange={(event) => onConsent(event.target.checked)}
        />
      </div>
    </Notice>
  );
}

type UnusualAuthoritiesProps = {
  strange: readonly UnusualAuthority[];
  trusts: boolean;
  onTrust: (trusts: boolean) => void;
};

/** Authorities that may be a slip: a right cannot be taken back from the wrong one, nor used by nobody. */
export function UnusualAuthorities({ strange, trusts, onTrust }: UnusualAuthoritiesProps) {
  const t = useWords();
  if (strange.length === 0) return null;
  return (
    <Notice tone="warn" title={t("Look twice at who gets these rights")}>
      <ul className="my-2 space-y-1">
        {strange.map((authority) => (
          <li key={authority.address}>
            <Strange {...authority} />
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Checkbox
          id="authority-consent"
          label={t("I have compared every character, and this address can sign")}
          checked={trusts}
          onChange={(event) => onTrust(event.target.checked)}
        />
      </div>
    </Notice>
  );
}

function Strange({ address, right, why }: UnusualAuthority) {
  const values = { authority: <WholeAddress address={address} name="authority" />, why };
  if (right === "cancel")
    return <Trans id="{authority}, which can cancel and change it: {why}." values={values} />;
  if (right === "pause") return <Trans id="{authority}, which can pause claims: {why}." values={values} />;
  return <Trans id="{authority}, which can cancel and change it and pause claims: {why}." values={values} />;
}
