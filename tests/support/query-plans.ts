import { type SQL, sql } from "drizzle-orm";
import { createTestDatabase, type TestDatabase } from "./database";

/** One scan of a statement's plan, and how many rows it read while the statement ran. */
export type Scan = { node: string; table: string; index: string | undefined; rows: number };

type PlanNode = Record<string, unknown>;

const isNode = (value: unknown): value is PlanNode => typeof value === "object" && value !== null;
const nodesOf = (value: unknown): PlanNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Rows that a node looked at in all its loops, those that it then dropped included. */
function rowsRead(node: PlanNode): number {
  const each =
    numberOf(node["Actual Rows"]) +
    numberOf(node["Rows Removed by Filter"]) +
    numberOf(node["Rows Removed by Index Recheck"]);
  return each * numberOf(node["Actual Loops"]);
}

function scansOf(node: PlanNode, above?: PlanNode): Scan[] {
  const type = textOf(node["Node Type"]) ?? "";
  // A bitmap's table is named by the heap scan above it.
  const table = textOf(node["Relation Name"]) ?? textOf(above?.["Relation Name"]);
  const own =
    type.includes("Scan") && table
      ? [{ node: type, table, index: textOf(node["Index Name"]), rows: rowsRead(node) }]
      : [];
  return [...own, ...nodesOf(node.Plans).flatMap((child) => scansOf(child, node))];
}

/** A statement as it was sent, its parameters put back. */
function restore(statement: string, params: readonly unknown[]): SQL {
  const parts = statement.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(params[Number(part) - 1]))),
  );
}

/** The rows of a raw result; the drivers disagree on where they are. */
function rowsOf(result: unknown): PlanNode[] {
  return nodesOf(isNode(result) && "rows" in result ? result.rows : result);
}

/** A database of one's own that can tell what its statements read. */
export async function createExplainedDatabase(): Promise<
  TestDatabase & { scans(run: () => Promise<unknown>): Promise<Scan[]> }
> {
  const statements: { query: string; params: unknown[] }[] = [];
  const database = await createTestDatabase({
    logQuery: (query, params) => statements.push({ query, params }),
  });
  const scans = async (run: () => Promise<unknown>) => {
    statements.length = 0;
    await run();
    const ran = statements.splice(0);
    const found: Scan[] = [];
    for (const { query, params } of ran) {
      const explain = sql`explain (analyze, timing off, format json) ${restore(query, params)}`;
      const [row] = rowsOf(await database.db.execute(explain));
      const [root] = nodesOf(row?.["QUERY PLAN"]);
      if (isNode(root?.Plan)) found.push(...scansOf(root.Plan));
    }
    return found;
  };
  return { ...database, scans };
}
