/** What is checked before the first signature of a creation, in order. */
export const CHECKS = [
  { id: "wallet", title: "Your wallet can sign what will be asked" },
  { id: "network", title: "The service and the ledger answer" },
  { id: "mint", title: "The program takes this token" },
  { id: "balance", title: "Your balance covers amount, rent and fees" },
  { id: "recipients", title: "The recipients can claim" },
  { id: "trial", title: "The ledger would accept it" },
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
  trial: WAITING,
};
