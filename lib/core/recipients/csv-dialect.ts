/** How csv-parse is told to read a recipients file, wherever it is read; the delimiter is the file's own. */
export const CSV_DIALECT = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
} as const;

/** Spreadsheets separate by comma, semicolon or tab, as their locale has it: the header tells which. */
export function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best));
}
