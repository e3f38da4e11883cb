/** The columns of a recipients file. */
export type RecipientColumn =
  | "beneficiary"
  | "amount"
  | "releaseType"
  | "startTime"
  | "cliffTime"
  | "endTime"
  | "milestoneIdx";

/** Accepted header names, lower case with everything but letters and digits removed. */
const HEADERS: Record<RecipientColumn, readonly string[]> = {
  beneficiary: ["beneficiary", "recipient", "address", "wallet", "walletaddress", "pubkey", "publickey"],
  amount: ["amount", "tokens", "tokenamount"],
  releaseType: ["releasetype", "type", "schedule", "scheduletype"],
  startTime: ["starttime", "start", "startdate"],
  cliffTime: ["clifftime", "cliff", "cliffdate"],
  endTime: ["endtime", "end", "enddate"],
  milestoneIdx: ["milestoneidx", "milestoneindex", "milestone"],
};

export const RECIPIENT_COLUMNS = Object.keys(HEADERS) as RecipientColumn[];

/** The column that a header's title names, in camelCase, snake_case or spaced; null for a title of none. */
export function columnOf(title: string): RecipientColumn | null {
  const name = title.toLowerCase().replace(/[^a-z0-9]/g, "");
  return RECIPIENT_COLUMNS.find((column) => HEADERS[column].includes(name)) ?? null;
}
