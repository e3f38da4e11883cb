import { isAddress } from "@/lib/core/solana/addresses";
import { camelCase } from "@/lib/core/solana/codec";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { IDL } from "@/lib/core/solana/idl/idl";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";

/** Returns the plain value of a JSON value; undefined if the JSON value is not of the type. */
type Reader = (value: unknown) => unknown;

const integer =
  (min: bigint, max: bigint): Reader =>
  (value) => {
    if (typeof value !== "string" || !/^(?:0|-?[1-9]\d{0,19})$/.test(value)) return undefined;
    const number = BigInt(value);
    return number >= min && number <= max ? number : undefined;
  };

const small =
  (max: number): Reader =>
  (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max ? value : undefined;

const READERS: Readonly<Record<string, Reader>> = {
  bool: (value) => (typeof value === "boolean" ? value : undefined),
  u8: small(0xff),
  u32: small(0xffff_ffff),
  u64: integer(0n, U64_MAX),
  i64: integer(I64_MIN, I64_MAX),
  pubkey: (value) => (typeof value === "string" && isAddress(value) ? value : undefined),
};

const hash: Reader = (value) =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value) ? value : undefined;

function getReader(type: unknown): Reader {
  if (typeof type === "string" && READERS[type]) return READERS[type];
  if (typeof type === "object" && type !== null && "option" in type) {
    const inner = getReader(type.option);
    return (value) => (value === null ? null : inner(value));
  }
  if (JSON.stringify(type) === '{"array":["u8",32]}') return hash;
  throw new RangeError(`No JSON form for the IDL type ${JSON.stringify(type)}.`);
}

type Field = { name: string; read: Reader };

/** The index does not store whether a created campaign is cancellable; its registration and account contain it. */
const isStored = (event: string, field: string) => !(event === "CampaignCreated" && field === "cancellable");

const eventNames: ReadonlySet<string> = new Set(IDL.events.map(({ name }) => name));
const FIELDS: ReadonlyMap<string, readonly Field[]> = new Map(
  IDL.types
    .filter(({ name }) => eventNames.has(name))
    .map(({ name, type }) => [
      name,
      type.fields
        .map((field) => ({ name: camelCase(field.name), read: getReader(field.type) }))
        .filter((field) => isStored(name, field.name)),
    ]),
);

/**
 * Returns the stored fields of an event as JSON values: 64-bit integers as decimal strings. Other properties are
 * dropped.
 */
export function eventToJson({ name, data }: ProgramEvent): Record<string, unknown> {
  const values = data as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    (FIELDS.get(name) ?? []).map((field) => {
      const value = values[field.name];
      return [field.name, typeof value === "bigint" ? value.toString() : value];
    }),
  );
}

/**
 * Reads an event from its name and the JSON values of its stored fields. `cancellable` of a creation is false.
 * @throws RangeError for an unknown event, and for a field that is missing or not of its type.
 */
export function eventFromJson(name: unknown, data: unknown): ProgramEvent {
  const fields = typeof name === "string" ? FIELDS.get(name) : undefined;
  if (!fields) throw new RangeError("The event is unknown.");
  const input = Object(data) as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = name === "CampaignCreated" ? { cancellable: false } : {};
  for (const field of fields) {
    const value = field.read(input[field.name]);
    if (value === undefined) throw new RangeError(`${field.name} is missing or invalid.`);
    values[field.name] = value;
  }
  // The fields are those of the event's type in the interface.
  return { name, data: values } as unknown as ProgramEvent;
}
