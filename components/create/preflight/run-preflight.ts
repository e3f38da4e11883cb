import { errorText } from "@/components/i18n/error-text";
import type { PayablePlan } from "@/components/network/priority-fee";
import { SendFailedError } from "@/components/network/send-plan";
import { CheckFailedError } from "@/components/network/simulate-plan";
import { isUnanswered } from "@/components/service/service-fetch";
import type { Translator } from "@/lib/core/i18n/translator";
import type { Network } from "@/lib/core/solana/networks";
import type { PastDates } from "@/lib/core/vesting/past-dates";
import { type AuthorityFindings, checkAuthorities } from "./authorities";
import type { CheckId, CheckState } from "./check-list";
import {
  type Costs,
  checkBalance,
  checkMint,
  checkNetwork,
  checkSimulation,
  checkWallet,
  type Subject,
} from "./checks";
import { checkNames, type NameFindings, namesNote, type UsedName } from "./names";
import { findPastDates, pastDatesNote } from "./past-dates";
import { checkRecipients, type RecipientFindings, type UnusualRecipient } from "./recipients";

/** The results of the checks when none has failed. */
export type Preflight = {
  network: Network;
  costs: Costs;
  /** The transactions of the creation, with the values of their priority fees. */
  payable: PayablePlan[];
  dates: PastDates;
  recipients: Omit<RecipientFindings, "lost">;
  names: NameFindings;
  authorities: AuthorityFindings;
};

type Report = (id: CheckId, state: CheckState) => void;

/**
 * Runs all checks that need no signature before the first signature. `now` is in unix seconds. Returns null
 * when a check fails, and passes the reason to `report`.
 */
export async function runPreflight(
  subject: Subject & { now: bigint; names: readonly UsedName[] },
  report: Report,
): Promise<Preflight | null> {
  const { t, pending, token, now } = subject;
  const check = checker(t, report);
  await check("wallet", async () => ({ found: null, note: checkWallet(subject) }));
  const network = await check("network", async () => {
    const found = await checkNetwork(subject);
    return { found, note: found.name };
  });
  await check("mint", async () => ({ found: null, note: await checkMint(subject) }));
  const costs = await check("balance", async () => ({ found: await checkBalance(subject), note: "" }));
  const dates = await check("dates", async () => {
    const found = await findPastDates(pending.leaves, now);
    return { found, note: pastDatesNote(t, found, token), needsReview: found.needsConfirmation };
  });
  const recipients = await check("recipients", async () => {
    const onProgress = (percent: number) =>
      report("recipients", { status: "running", note: `${Math.floor(percent)}${t.marks.percent}` });
    const found = await checkRecipients(t, pending, onProgress);
    const [first] = found.lost;
    if (first) throw new CheckFailedError(lostText(t, first, found.lost.length));
    return { found, note: recipientsNote(t, found), needsReview: found.unusual.length > 0 };
  });
  const names = await check("names", async () => {
    const found = await checkNames(subject.names);
    return { found, note: namesNote(t, found), needsReview: found.changed.length > 0 };
  });
  const authorities = await check("authorities", async () => {
    const found = await checkAuthorities(t, pending);
    return { found, note: found.note, needsReview: found.unusual.length > 0 };
  });
  if (check.failed) {
    report("simulation", { status: "skipped", note: t("runs when all other checks have passed") });
    return null;
  }
  const payable = await check("simulation", () => checkSimulation(subject));
  if (!payable || !network || !costs || !dates || !recipients || !names || !authorities) return null;
  return { network, costs, payable, dates, recipients, names, authorities };
}

type Finding<T> = { found: T; note: string; needsReview?: boolean };

function checker(t: Translator, report: Report) {
  const check = async <T>(id: CheckId, work: () => Promise<Finding<T>>): Promise<T | null> => {
    report(id, { status: "running", note: "" });
    try {
      const { found, note, needsReview } = await work();
      report(id, { status: needsReview ? "review" : "passed", note });
      return found;
    } catch (error) {
      if (!isFinding(error)) throw error;
      check.failed = true;
      report(id, { status: "failed", note: errorText(t, error) });
      return null;
    }
  };
  check.failed = false;
  return check;
}

/** Returns true for failures whose message is meant for the user. Other errors are bugs. */
const isFinding = (error: unknown): error is Error =>
  error instanceof CheckFailedError || error instanceof SendFailedError || isUnanswered(error);

const lostText = (t: Translator, { address, why }: UnusualRecipient, count: number) =>
  t(
    "{count, plural, one {One recipient can never claim. It is {address}: {why}.} other {# recipients can never claim. The first is {address}: {why}.}} Enter wallet addresses.",
    { count, address, why },
  );

function recipientsNote(t: Translator, { total, fetched, unusual }: Preflight["recipients"]): string {
  const checked = t(
    fetched < total
      ? "{total, plural, one {# address} other {# addresses}} checked, the first {fetched} of them on the network"
      : "{total, plural, one {# address} other {# addresses}} checked",
    { total, fetched },
  );
  if (unusual.length === 0) return checked;
  return `${checked}; ${t("{count} to review", { count: unusual.length })}`;
}
