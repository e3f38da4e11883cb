import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";
import { U64_MAX } from "../../lib/core/solana/integers";

/** The two's complement of a u64 as an int8 literal; RangeError outside 0 … 2^64−1. */
export function toInt8(value: bigint): string {
  if (value < 0n || value > U64_MAX) throw new RangeError(`${value} is not an unsigned 64-bit integer`);
  return BigInt.asIntN(64, value).toString();
}

/** The u64 that an int8 holds as two's complement. */
function fromInt8(value: string | number | bigint): bigint {
  const read = BigInt(value);
  return read < 0n ? BigInt.asUintN(64, read) : read;
}

/** The decimal text of the u64 that an int8 holds: what the driver gives, but for the half that is negative there. */
export function decimalOf(value: string | number | bigint): string {
  const text = String(value);
  return text.startsWith("-") ? fromInt8(text).toString() : text;
}

/**
 * A u64 in an int8 column as two's complement, so that every on-chain value fits the 64 bits that the
 * specification gives it. Equality works as it is; sorting, comparing and summing go through the functions below.
 */
export const u64 = customType<{ data: bigint; driverData: string | number | bigint }>({
  dataType: () => "bigint",
  toDriver: toInt8,
  fromDriver: fromInt8,
});

/** The value of a u64 column as numeric, for sums and arithmetic. */
export function asNumeric(column: SQLWrapper): SQL {
  return sql`(${column}::numeric + case when ${column} < 0 then 18446744073709551616 else 0 end)`;
}

/** A u64 column as its decimal text, for JSON built in SQL. */
export function u64Text(column: SQLWrapper): SQL {
  return sql`${asNumeric(column)}::text`;
}

/** An int8 that sorts as the u64 does: flipping the sign bit moves 0 … 2^64−1 onto −2^63 … 2^63−1. */
export function u64Order(column: SQLWrapper): SQL {
  return sql`(${column} # '-9223372036854775808'::bigint)`;
}
