import { parentPort, workerData } from "node:worker_threads";
import { type Results, type Transaction, types } from "@electric-sql/pglite";
import { openPglite } from "./engine";
import type { Answer, Asked, Question } from "./thread-messages";

/** A thread that has the embedded database of the folder that it is given, and answers what it is asked in turn. */

const opening = openPglite(String(workerData));
const asText = (value: string) => value;
const parsers = { [types.JSON]: asText, [types.JSONB]: asText };

/** The transactions under way; `end` commits, or throws to roll back. */
const transactions = new Map<number, { transaction: Transaction; end(isGood: boolean): Promise<void> }>();

function transactionOf(id: number) {
  const found = transactions.get(id);
  if (!found) throw new Error("The transaction is over.");
  return found;
}

const rolledBack = new Error("The transaction was rolled back.");

/** Waits for the transaction's turn. */
async function begin(id: number): Promise<void> {
  const client = await opening;
  return new Promise((begun, failed) => {
    const ended = client.transaction(
      (transaction) =>
        new Promise<void>((commit, rollBack) => {
          const end = (isGood: boolean) => {
            transactions.delete(id);
            if (isGood) commit();
            else rollBack(rolledBack);
            return ended;
          };
          transactions.set(id, { transaction, end });
          begun();
        }),
    );
    ended.catch(failed);
  });
}

async function answer(question: Question): Promise<Results | null> {
  if (question.ask === "query") {
    const { text, values, rowMode, transaction } = question;
    const asked = transaction === undefined ? await opening : transactionOf(transaction).transaction;
    return asked.query(text, values, { rowMode, parsers });
  }
  if (question.ask === "begin") await begin(question.transaction);
  else if (question.ask === "commit") await transactionOf(question.transaction).end(true);
  else if (question.ask === "close") await (await opening).close();
  else
    await transactionOf(question.transaction)
      .end(false)
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
  return null;
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

parentPort?.on("message", ({ id, question }: Asked) => {
  const say = (said: Answer) => parentPort?.postMessage(said);
  answer(question).then(
    (result) => say({ id, result }),
    (error: unknown) => say({ id, error, code: codeOf(error) }),
  );
});
opening.then(() => parentPort?.postMessage("open"));
