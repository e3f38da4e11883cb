/**
 * Returns the results of statements that one transaction sends without waiting for each response, so that Postgres
 * executes one while the next ones are built. After an error, the first one is thrown once none is still running:
 * a statement sent after the rollback would run outside of the transaction.
 */
export async function pipelined<const Statements extends readonly Promise<unknown>[]>(
  statements: Statements,
) {
  try {
    return await Promise.all(statements);
  } finally {
    await Promise.allSettled(statements);
  }
}
