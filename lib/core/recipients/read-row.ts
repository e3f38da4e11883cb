import { readDistributor, readLocker, readMonths } from "./read-schedule";
import { type ReadRow, RowReader } from "./row-reader";

/** Reads the cells of one row, shared by the browser, the API and the command line. */
export const readRow: ReadRow = (row, cell, options) => {
  const reader = new RowReader(row, cell, options, readRow);
  const { traits, errors, t } = reader;
  if (traits("periodAmount") || traits("cliffAmount")) return reader.end(readLocker(reader));
  if (traits("unlockedAmount") || traits("lockedAmount")) return reader.end(readDistributor(reader));
  if (!reader.isInMonths()) return reader.readTimes();
  if (cell("leafIndex"))
    errors.leafIndex = t("A row in months can create several allocations. Leave its leaf index empty.");
  return reader.end(readMonths(reader));
};
