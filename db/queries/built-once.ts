import { Column, DrizzleQueryError, getTableName, is, Param, Placeholder, SQL, sql } from "drizzle-orm";
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  type PgQueryResultHKT,
  PgSession,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";

/** Shapes of a query that are kept: few are asked for, though filters and cursors could make thousands. */
const MOST_SHAPES = 100;

type Selecting = PromiseLike<unknown[]> & { prepare(name: string): unknown };
type Fields = NonNullable<Parameters<PgSession["prepareQuery"]>[1]>;
type Values = Readonly<Record<string, unknown>>;
type Built = {
  text: string;
  fill: (values: Values) => unknown[];
  readRow: (row: readonly unknown[]) => unknown;
};

/**
 * A query whose text, and how its rows are read, are made when it is first asked and then kept, since to make them takes
 * longer than to ask. `build` names the values of each asking by `sql.placeholder`; where the text depends on more, that
 * is the shape, plain JSON, for each of which it is made once.
 */
export function builtOnce<V extends object, Q extends Selecting, Shape = undefined>(
  build: (db: Database, shape: Shape) => Q,
): (db: Database, values: V, ...shape: [Shape] extends [undefined] ? [] : [Shape]) => Promise<Awaited<Q>> {
  type Rows = PreparedQueryConfig & { execute: Awaited<Q> };
  const known = new Map<string, Built>();
  const builtFor = (shape: Shape): Built => {
    const key = shape === undefined ? "" : JSON.stringify(shape);
    const found = known.get(key);
    if (found) return found;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MOST_SHAPES) known.delete(oldest);
    const built = readDraft(build(drafting, shape));
    known.set(key, built);
    return built;
  };
  return (db, values, ...[shape]) => {
    const { text, fill, readRow } = builtFor(shape as Shape);
    const params = fill(values as Values);
    const { client, logger } = db._.session as unknown as Session;
    if (client?.valuesOf) {
      logger.logQuery(text, params);
      return client.valuesOf(text, params).then(
        (rows) => rows.map(readRow) as Awaited<Q>,
        (error: Error) => {
          throw new DrizzleQueryError(text, params, error);
        },
      );
    }
    const read = (rows: unknown[][]) => rows.map(readRow) as Awaited<Q>;
    const query = { sql: text, params };
    return db._.session.prepareQuery<Rows>(query, undefined, undefined, true, read).execute();
  };
}

/** Internal to drizzle, whose version is pinned. Past it, since on the way its sessions wait six times for each answer. */
type Session = {
  client?: { valuesOf?(text: string, params: unknown[]): Promise<unknown[][]> };
  logger: { logQuery(text: string, params: unknown[]): void };
};

/** A query as a session is told it, to be looked at and not asked. */
class Draft extends PgPreparedQuery<PreparedQueryConfig> {
  constructor(
    readonly text: string,
    readonly params: readonly unknown[],
    readonly fields: Fields,
  ) {
    super({ sql: text, params: [...params] }, undefined, undefined);
  }
  override execute(): never {
    throw new Error("A draft is asked of a database.");
  }
}

class Drafting extends PgSession {
  override prepareQuery: PgSession["prepareQuery"] = ({ sql, params }, fields = []) =>
    new Draft(sql, params, fields) as PgPreparedQuery<never>;
  override transaction(): never {
    throw new Error("A draft is asked of a database.");
  }
}

const dialect = new PgDialect();
const drafting: Database = new PgDatabase<PgQueryResultHKT>(dialect, new Drafting(dialect), undefined);

function readDraft(query: Selecting): Built {
  const draft = query.prepare("draft");
  if (!(draft instanceof Draft)) throw new Error("Only what selects is built once.");
  // The builder tells its prepared query which tables a left join may leave out.
  const isThere = Object(Reflect.get(draft, "joinsNotNullableMap"));
  const fills = draft.params.map(fillerOf);
  return {
    text: draft.text,
    fill: (values) => fills.map((fill) => fill(values)),
    readRow: rowReader(draft.fields, (table) => isThere[table] === true),
  };
}

function fillerOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => given(values, param.name);
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { name } = param.value;
    return (values) => param.encoder.mapToDriverValue(given(values, name));
  }
  return () => param;
}

function given(values: Values, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw new RangeError(`The query was given no ${name}.`);
  return value;
}

type Decode = (raw: unknown) => unknown;
type Part = { name: string; at: number; decode: Decode | null } | { name: string; object: ObjectParts };
/** `goneAt` is the place that is null when all of the object is. */
type ObjectParts = {
  parts: Part[];
  goneAt: number | null;
  /** Every name with null: a copy of it has its whole size at once, and one form for all rows. */
  blank: Record<string, unknown>;
};

/** As drizzle reads a row, with all that can be known before. */
function rowReader(fields: Fields, isThere: (table: string) => boolean): Built["readRow"] {
  const root: ObjectParts = { parts: [], goneAt: null, blank: {} };
  const objects = new Map<string, ObjectParts>();
  for (const [at, { path, field }] of fields.entries()) {
    const [outer = "", inner] = path;
    if (path.length > 2) throw new Error("Rows are objects of values, or of objects of values.");
    const decode = decoderOf(field);
    if (inner === undefined) {
      root.parts.push({ name: outer, at, decode });
      continue;
    }
    const tableOf = is(field, Column) ? getTableName(field.table) : null;
    const object = objects.get(outer) ?? {
      parts: [],
      goneAt: tableOf !== null && !isThere(tableOf) ? at : null,
      blank: {},
    };
    if (!objects.has(outer)) root.parts.push({ name: outer, object });
    objects.set(outer, object);
    object.parts.push({ name: inner, at, decode });
  }
  for (const object of [root, ...objects.values()])
    object.blank = Object.fromEntries(object.parts.map(({ name }) => [name, null]));
  return (row) => readObject(root, row);
}

function readObject(of: ObjectParts, row: readonly unknown[]): Record<string, unknown> | null {
  const { parts, goneAt, blank } = of;
  if (goneAt !== null && row[goneAt] === null) return null;
  const read = { ...blank };
  for (const part of parts) {
    if ("object" in part) {
      read[part.name] = readObject(part.object, row);
      continue;
    }
    const raw = row[part.at];
    read[part.name] = raw === null || !part.decode ? raw : part.decode(raw);
  }
  return read;
}

/** How a value is read from what the driver gives; null when it is taken as it is. */
function decoderOf(field: Fields[number]["field"]): Decode | null {
  if (is(field, Column)) {
    const isPlain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return isPlain ? null : (raw) => field.mapFromDriverValue(raw);
  }
  const expression = is(field, SQL.Aliased) ? field.sql : is(field, SQL) ? field : undefined;
  // Internal to drizzle, whose version is pinned: what `mapWith` was given.
  const decoder: unknown = expression && Reflect.get(expression, "decoder");
  const map: unknown = Object(decoder).mapFromDriverValue;
  if (typeof map !== "function") throw new Error("A value is a column or an expression.");
  return map === plainDecode ? null : (raw) => Reflect.apply(map, decoder, [raw]);
}

const plainDecode: unknown = Object(Reflect.get(sql``, "decoder")).mapFromDriverValue;
