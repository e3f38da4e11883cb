import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { POST } from "@/app/api/campaigns/import/route";
import { verifyRoot } from "@/cli/verify-root/verify-root";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readFile as readChosenFile } from "@/components/sheet/read-sheet";
import type { Sheet } from "@/components/sheet/sheet";
import { exampleRecipient } from "@/examples/recipient-keys";
import type { ImportedView } from "@/lib/contract/operations";
import { english } from "@/lib/core/i18n/translator";
import { buildTree } from "@/lib/core/merkle/tree";
import { QUESTION_IDS } from "@/lib/core/recipients/questions";
import { timeText } from "@/lib/core/recipients/reading-text";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { RELEASE_TYPE_NAMES } from "@/lib/core/vesting/leaf";
import type { Services } from "@/lib/service/services";
import { call, createWallet, signIn } from "@/tests/support/http";
import type { Query } from "./case";

const FOLDER = "tests/fixtures/recipient-files";

/**
 * The result of reading a file: its leaves, its first open question, or its errors as “row field: sentence”.
 */
export type Outcome = {
  leaves: string[];
  question: { parameter: string; readings: Readonly<Record<string, string>> } | null;
  errors: string[];
};

const NAMES = new Map(["A", "B", "C"].map((name, index) => [exampleRecipient(index).address, name]));

type Leaf = Pick<Recipient, "beneficiary" | "releaseType" | "milestoneIdx" | "row"> &
  Record<"amount" | "startTime" | "cliffTime" | "endTime", bigint>;

function getLine({ row, beneficiary, amount, releaseType, milestoneIdx, ...times }: Leaf): string {
  const dates = [times.startTime, times.cliffTime, times.endTime].map(timeText);
  const shown = dates.filter(
    (date, at) => at === 0 || (at === 1 ? new Set(dates).size > 1 : date !== dates[1] || releaseType === 1),
  );
  const type = `${RELEASE_TYPE_NAMES[releaseType]}${releaseType === 2 ? `#${milestoneIdx}` : ""}`;
  return `${row} ${NAMES.get(beneficiary)} ${amount} ${type} ${shown.join("/")}`;
}

const isQuestion = (name: string) => QUESTION_IDS.some((id) => id === name);

/** Reads a file as the create form does. */
export async function readInForm(file: string, query: Query): Promise<Outcome> {
  const { decimals, ...rest } = query;
  const entries = Object.entries(rest);
  const answers = Object.fromEntries(entries.filter(([name]) => isQuestion(name)));
  const defaults = Object.fromEntries(entries.filter(([name]) => !isQuestion(name)));
  const options = { t: english, decimals: Number(decimals), defaults };
  let sheet: Sheet;
  try {
    sheet = await readChosenFile(
      english,
      new File([new Uint8Array(await readFile(join(FOLDER, file)))], file),
    );
  } catch (error) {
    return { leaves: [], question: null, errors: [error instanceof Error ? error.message : String(error)] };
  }
  const checked = await checkSheet({ ...sheet, answers, acceptsUnused: true }, options);
  const open = checked.questions.find(
    ({ question: questionId }) => checked.examples.has(questionId) && !(questionId in answers),
  );
  const question = open && {
    parameter: open.question,
    readings: checked.examples.get(open.question)?.readings ?? {},
  };
  const rows = [...checked.errors].flatMap(([row, cells]) =>
    Object.entries(cells).map(([field, message]) => `${row} ${field === "row" ? "" : field}: ${message}`),
  );
  const errors = checked.listError ? [checked.listError, ...rows] : rows;
  return {
    leaves: errors.length > 0 ? [] : [...checked.recipients].map(getLine),
    question: question ?? null,
    errors,
  };
}

type Answer = ImportedView & {
  code: string;
  details: {
    row: number;
    field: string;
    message: string;
    parameter?: string;
    readings?: Record<string, string>;
  }[];
};

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Sends a file to POST /api/campaigns/import. */
export async function readOverApi(file: string, query: Query, services: Services): Promise<Outcome> {
  const type = /\.xlsx?$/.test(file) ? WORKBOOK : "text/csv";
  const { status, body } = await call<Answer>(POST, {
    path: "/api/campaigns/import",
    body: await readFile(join(FOLDER, file)),
    query,
    headers: { "content-type": type, ...(await signIn(createWallet(), services)) },
  });
  const requested = (body.details ?? []).find(({ parameter }) => parameter);
  const question = requested?.parameter
    ? { parameter: requested.parameter, readings: requested.readings ?? {} }
    : null;
  if (question && body.code !== "AMBIGUOUS_FILE") throw new Error(`A question came as ${body.code}.`);
  const errors = (status === 200 ? body.errors : body.details).map(
    ({ row, field, message }) => `${row} ${field}: ${message}`,
  );
  const leaves = (body.recipients ?? []).map((item) =>
    getLine({
      ...{ row: item.row, beneficiary: item.beneficiary, milestoneIdx: item.milestoneIdx },
      ...{ releaseType: item.releaseType as Leaf["releaseType"], amount: BigInt(item.amount) },
      ...{
        startTime: BigInt(item.startTime),
        cliffTime: BigInt(item.cliffTime),
        endTime: BigInt(item.endTime),
      },
    }),
  );
  return { leaves: errors.length > 0 ? [] : leaves, question, errors };
}

const OPTIONS: Record<string, string> = {
  ...{ startTime: "start", cliffTime: "cliff", endTime: "end", milestoneIdx: "milestone" },
};
const getOption = (name: string) =>
  OPTIONS[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Runs `npm run verify-root` on a file; `root` is the root of the expected leaves. */
export async function readAtCommandLine(
  file: string,
  query: Query,
  root: string,
): Promise<{ isSame: boolean; lines: string[] }> {
  const lines: string[] = [];
  const options = Object.entries(query).flatMap(([name, value]) => [`--${getOption(name)}`, value]);
  const exit = await verifyRoot([join(FOLDER, file), "--root", root, ...options], (line) => lines.push(line));
  return { isSame: exit === 0, lines };
}

/** Returns the lines in which the command offers the answers to a question. */
export const offeredAnswers = (parameter: string, readings: Readonly<Record<string, string>>): string[] =>
  Object.entries(readings).map(([value, result]) => `--${getOption(parameter)} ${value} (${result})`);

/** Returns the root of the leaves that a file contains. */
export async function getRoot(lines: readonly string[]): Promise<string> {
  const wallets = new Map([...NAMES].map(([address, name]) => [name, address]));
  const leaves = lines.map((line, leafIndex) => {
    const [, name = "", amount = "", type = "", ...dates] = line.split(" ");
    const [kind = "", milestone = "0"] = type.split("#");
    const times = dates
      .join(" ")
      .split("/")
      .map((date) =>
        BigInt(Date.parse(`${date.replace(" ", "T")}${date.includes(" ") ? "" : "T00:00"}Z`) / 1000),
      );
    const [startTime = 0n, cliffTime = startTime, endTime = cliffTime] = times;
    const releaseType = RELEASE_TYPE_NAMES.indexOf(kind) as Leaf["releaseType"];
    const beneficiary = wallets.get(name) ?? "";
    return {
      leafIndex,
      beneficiary,
      amount: BigInt(amount),
      releaseType,
      startTime,
      cliffTime,
      endTime,
      milestoneIdx: Number(milestone),
    };
  });
  return (await buildTree(leaves)).root;
}
