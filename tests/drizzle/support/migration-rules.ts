/**
 * The rules of a migration while the previous version serves: it must not remove what that version reads, or
 * refuse what it writes.
 */
const RULES: readonly { reason: string; isBroken: (statement: string) => boolean }[] = [
  {
    reason: "drops or empties what the version before may use",
    isBroken: (statement) =>
      /^\s*(drop|truncate)\b/i.test(statement) ||
      /^\s*delete\s+from\s+\S+\s*$/i.test(statement) ||
      /\bdrop\s+(?!not\s+null\b)/i.test(statement),
  },
  {
    reason: "renames what the version before uses by its name",
    isBroken: (text) => /\brename\b/i.test(text),
  },
  {
    reason: "changes a type under the version before, and writes the table anew",
    isBroken: (text) => /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i.test(text),
  },
  {
    reason: "demands a value that the version before does not give",
    isBroken: (text) =>
      /\bset\s+not\s+null\b/i.test(text) ||
      (/\badd\s+column\b/i.test(text) &&
        /\bnot\s+null\b/i.test(text) &&
        !/\bdefault\b|\bgenerated\b/i.test(text)),
  },
  {
    reason: "holds existing rows, and what the version before writes, to a new rule",
    isBroken: (text) =>
      /^\s*create\s+unique\b/i.test(text) ||
      /\badd\s+constraint\s+\S+\s+(check|unique|exclude|primary)\b/i.test(text),
  },
  {
    reason: "cannot be done in the one transaction that migrations are",
    isBroken: (text) => /\bconcurrently\b/i.test(text),
  },
];

/**
 * Harmless statements that break a rule. A rule on all campaigns is replaced by the same rule on current
 * ones, and the previous version writes only current campaigns. A generated column is replaced by one of the same
 * name and type in the same transaction, and no version writes it.
 */
const EXCUSED: ReadonlySet<string> = new Set([
  'ALTER TABLE "campaigns" DROP CONSTRAINT "uq_campaigns_tree_address"',
  'ALTER TABLE "campaigns" DROP CONSTRAINT "uq_campaigns_creator_mint_campaign_id"',
  'CREATE UNIQUE INDEX "uq_campaigns_current_tree_address" ON "campaigns" USING btree ("tree_address") WHERE is_current',
  'CREATE UNIQUE INDEX "uq_campaigns_current_creator_mint_campaign_id" ON "campaigns" USING btree ("creator","mint","campaign_id") WHERE is_current',
  'ALTER TABLE "campaigns" drop column "claims_complete"',
]);

/** A migration may break these rules on a table that it creates, because no version uses that table yet. */
const getTable = (statement: string) =>
  /^\s*(?:alter\s+table(?:\s+if\s+exists)?(?:\s+only)?|create\s+unique\s+index\s+\S+\s+on)\s+"?([\w.]+)"?/i.exec(
    statement,
  )?.[1];

/** Returns a sentence for each statement of a migration that would break the previous version. */
export function getErrors(migration: string): string[] {
  const statements = withoutTexts(migration)
    .split(";")
    .map((statement) => statement.trim());
  const isNew = new Set(
    statements.flatMap(
      (statement) => /^create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i.exec(statement)?.[1] ?? [],
    ),
  );
  return statements
    .filter((statement) => !isNew.has(getTable(statement) ?? "") && !EXCUSED.has(statement))
    .flatMap((statement) =>
      RULES.filter(({ isBroken }) => isBroken(statement)).map(
        ({ reason }) => `${statement.slice(0, 120)} … ${reason}`,
      ),
    );
}

/** Removes string literals and comments, and the bodies of functions among them. */
const withoutTexts = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");
