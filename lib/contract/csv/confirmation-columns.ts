import { type Message, message } from "@/lib/core/i18n/translator";
import { timeCell } from "@/lib/core/recipients/parse-time";
import type { ConfirmationRowView } from "../confirmation";
import { booleanCell } from "./cell-texts";
import { type Columns, WordCell } from "./csv-text";

const STATUSES: Record<ConfirmationRowView["status"], Message> = {
  confirmed: message("Confirmed"),
  waiting: message("Waiting"),
};

/** Columns of the recipients of a confirmation list, with or without what the wallets signed. */
export const confirmationColumns = ({ proofs }: { proofs: boolean }): Columns<ConfirmationRowView> => [
  ["row", ({ row }) => row],
  ["reference", ({ reference }) => reference],
  ["wallet", ({ wallet }) => wallet],
  ["invited", ({ invited }) => booleanCell(invited)],
  ["status", ({ status }) => new WordCell(status, STATUSES[status])],
  ["confirmedAt", ({ confirmedAt }) => (confirmedAt === null ? null : timeCell(BigInt(confirmedAt)))],
  ...(proofs ? PROOF_COLUMNS : []),
];

const PROOF_COLUMNS: Columns<ConfirmationRowView> = [
  ["signedMessage", ({ proof }) => proof?.signedMessage ?? null],
  ["walletSignature", ({ proof }) => proof?.signature ?? null],
];
