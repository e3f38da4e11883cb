import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";
import { U64_MAX } from "../../lib/core/solana/integers";

/**
 * Returns the two's complement of a u64 as an int8 literal.
 * @throws RangeError outside 0 … 2^64−1.
 */
export function toInt8(value: bigint): string {
  if (value < 0n || value > U64_MAX) throw new RangeError(`${value} is not an unsigned 64-bit integer`);
  return BigInt.asIntN(64, value).toString();
}

/** Returns the u64 that an int8 stores in two's complement. */
function fromInt8(value: string | number | bigint): bigint {
  const read = BigInt(value);
  return read < 0n ? BigInt.asUintN(64, read) : read;
}

/**
 * Returns the decimal text of the u64 that an int8 stores. For values below 2^63, that is the driver's own
 * text; larger values are negative in the column.
 */
export function toDecimal(value: string | number | bigint): string {
  const text = String(value);
  return text.startsWith("-") ? fromInt8(text).toString() : text;
}

/**
 * A u64 in an int8 column as two's complement, so that every on-chain value fits into 64 bits, as the
 * specification requires. Equality works directly; sorting, comparing and summing need the functions below.
 */
export const u64 = customType<{ data: bigint; driverData: string | number | bigint }>({
  dataType: () => "bigint",
  toDriver: toInt8,
  fromDriver: fromInt8,
});

/** Converts a u64 column to numeric, for sums and arithmetic. */
export function asNumeric(column: SQLWrapper): SQL {
  return sql`(${column}::numeric + case when ${column} < 0 then 18446744073709551616 else 0 end)`;
}

/** Converts a numeric to the int8 that stores a u64 in two's complement; a larger value wraps around. */
export const asU64 = (
  value: SQL,
): SQL => sql`(case when mod(${value}, 18446744073709551616) > 9223372036854775807
  then mod(${value}, 18446744073709551616) - 18446744073709551616 else mod(${value}, 18446744073709551616) end)::bigint`;

/** Converts a u64 column to decimal text, for JSON built in SQL. */
export function u64Text(column: SQLWrapper): SQL {
  return sql`${asNumeric(column)}::text`;
}

/**
 * Converts a u64 column to an int8 with the order of the u64: flipping the sign bit maps 0 … 2^64−1 to −2^63
 * … 2^63−1.
 */
export function u64Order(column: SQLWrapper): SQL {
  return sql`(${column} # '-9223372036854775808'::bigint)`;
}
