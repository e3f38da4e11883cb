import { decodeStruct, encodeStruct } from "@/lib/core/solana/codec";
import { toHex } from "@/lib/core/solana/hex";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { EventName, Struct } from "@/lib/core/solana/idl/idl-types";

export type { EventName } from "@/lib/core/solana/idl/idl-types";

/** The fields of one kind of event: u64 and i64 are bigint, keys base58, roots lowercase hex. */
export type EventData<Name extends EventName> = Struct<Name>;

/** An event of the program by name. Source: program interface, Events. */
export type ProgramEvent = { [Name in EventName]: { name: Name; data: Struct<Name> } }[EventName];

const DISCRIMINATOR_BYTES = 8;
const discriminators = new Map(
  IDL.events.map((event) => [event.name, Uint8Array.from(event.discriminator)] as const),
);
const names = new Map([...discriminators].map(([name, bytes]) => [toHex(bytes), name] as const));

/** The name of the event that bytes claim to be, by their discriminator; null for any other bytes. */
export function eventName(bytes: Uint8Array): EventName | null {
  return names.get(toHex(bytes.subarray(0, DISCRIMINATOR_BYTES))) ?? null;
}

/**
 * Reads an event's bytes; null when the discriminator is none of this program's. Throws RangeError when it is one
 * but the rest does not read exactly: too short, too long, or no value of its type.
 */
export function decodeEvent(bytes: Uint8Array): ProgramEvent | null {
  const name = eventName(bytes);
  if (name === null) return null;
  const body = bytes.subarray(DISCRIMINATOR_BYTES);
  const { value, size } = decodeStruct(name, body);
  if (size !== body.length) throw new RangeError(`A ${name} event of ${body.length} bytes, not ${size}.`);
  return { name, data: value } as ProgramEvent;
}

/** Writes an event as the program logs it: discriminator, then Borsh fields. */
export function encodeEvent(event: ProgramEvent): Uint8Array {
  const body = encodeStruct(event.name, event.data);
  const bytes = new Uint8Array(DISCRIMINATOR_BYTES + body.length);
  bytes.set(discriminators.get(event.name) ?? []);
  bytes.set(body, DISCRIMINATOR_BYTES);
  return bytes;
}
