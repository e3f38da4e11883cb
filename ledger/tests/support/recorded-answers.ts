import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export type RecordedAccount = {
  name: string;
  key: string;
  signer: boolean;
  writable: boolean;
  executable: boolean;
  owner: string;
  lamports: string;
  /** hex */
  data: string;
};

type PostAccount = { owner: string; lamports: string; data: string };

/** One instruction as the real program was asked it, with all that it read, and what the program said and did. */
export type RecordedAnswer = {
  ix: string;
  /** What was changed about well-formed accounts or data; empty for nothing. */
  label: string;
  /** unix seconds */
  now: string;
  /** hex */
  data: string;
  accounts: RecordedAccount[];
  real: { result: string; events: string[]; ret: string | null; post: PostAccount[] | null };
};

const FILE = join(import.meta.dirname, "..", "program-answers.jsonl.gz");

/** Answers recorded from the real program, one JSON object a line, compressed. */
export function readRecordedAnswers(file = FILE): RecordedAnswer[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedAnswer);
}
