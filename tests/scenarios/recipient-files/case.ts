/** The parameters of POST /api/campaigns/import for a file. */
export type Query = Readonly<Record<string, string>>;

/** The expected outcome of a file, the same in the form, over the API and at the command line. */
type Expected =
  /** A line for each leaf: row, wallet, base units, release type, and its dates where they differ. */
  | { reads: readonly string[] }
  | { question: string; readings: Readonly<Record<string, string>> }
  /** The first error: “row field”, and a part of its sentence. */
  | { refuses: string; because: string };

export type Case = { file: string; query: Query; expected: Expected };

export const reads = (file: string, query: Query, leaves: readonly string[]): Case => ({
  ...{ file, query },
  expected: { reads: leaves },
});

export const questions = (
  file: string,
  query: Query,
  parameter: string,
  readings: Record<string, string>,
): Case => ({
  ...{ file, query },
  expected: { question: parameter, readings },
});

export const refuses = (file: string, query: Query, position: string, because: string): Case => ({
  ...{ file, query },
  expected: { refuses: position, because },
});
