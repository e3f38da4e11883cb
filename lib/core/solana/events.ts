import { message } from "@/lib/core/i18n/translator";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { decodeStruct, encodeStruct } from "@/lib/core/solana/codec";
import { toHex } from "@/lib/core/solana/hex";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { EventName, Struct } from "@/lib/core/solana/idl/idl-types";

export type { EventName } from "@/lib/core/solana/idl/idl-types";

/** The fields of one event type: u64 and i64 are bigint, keys base58, roots lowercase hex. */
export type EventData<Name extends EventName> = Struct<Name>;

/** An event of the program by name. Source: program interface, Events. */
export type ProgramEvent = { [Name in EventName]: { name: Name; data: Struct<Name> } }[EventName];

const DISCRIMINATOR_BYTES = 8;
const discriminators = new Map(
  IDL.events.map((event) => [event.name, Uint8Array.from(event.discriminator)] as const),
);
const names = new Map([...discriminators].map(([name, bytes]) => [toHex(bytes), name] as const));

/** Returns the event name for the discriminator of some bytes; null for an unknown discriminator. */
export function eventName(bytes: Uint8Array): EventName | null {
  return names.get(toHex(bytes.subarray(0, DISCRIMINATOR_BYTES))) ?? null;
}

/**
 * Decodes an event; null if the discriminator does not belong to this program.
 * @throws RangeError when the discriminator is known but the rest does not decode exactly: too short, too
 * long, or an invalid value.
 */
export function decodeEvent(bytes: Uint8Array): ProgramEvent | null {
  const name = eventName(bytes);
  if (name === null) return null;
  const body = bytes.subarray(DISCRIMINATOR_BYTES);
  const { value, size } = decodeStruct(name, body);
  if (size !== body.length) throw new RangeError(`A ${name} event of ${body.length} bytes, not ${size}.`);
  return { name, data: value } as ProgramEvent;
}

/** Encodes an event as the program logs it: the discriminator, then Borsh fields. */
export function encodeEvent(event: ProgramEvent): Uint8Array {
  const body = encodeStruct(event.name, event.data);
  const bytes = new Uint8Array(DISCRIMINATOR_BYTES + body.length);
  bytes.set(discriminators.get(event.name) ?? []);
  bytes.set(body, DISCRIMINATOR_BYTES);
  return bytes;
}

/** An event with its index among the program's known events of the transaction, and its logged bytes. */
export type LoggedEvent = ProgramEvent & { index: number; bytes: Uint8Array };

/** Unreadable data of the program. `name` and `index` are null if it is not a known event. */
type UnreadableData = { index: number | null; name: EventName | null; line: number; reason: string };

/** The parsed log of a transaction. Callers that store events must check every flag. */
export type ProgramLog = {
  events: LoggedEvent[];
  unreadable: UnreadableData[];
  /** The node truncated the log: later events are missing. */
  truncated: boolean;
  /**
   * Calls and returns are inconsistent or the end is missing, so data cannot be attributed to a program:
   * `events` is empty.
   */
  inconsistent: boolean;
  /** A program failed, which rolls back the whole transaction: `events` is empty. */
  failed: boolean;
};

const NOTHING: ProgramLog = {
  events: [],
  unreadable: [],
  truncated: false,
  inconsistent: false,
  failed: false,
};

type Line =
  | { kind: "invoke"; program: string; depth: number }
  | { kind: "success" | "failed"; program: string }
  | { kind: "data"; fields: string[] }
  | { kind: "truncated" }
  | { kind: "other" };

const DATA = "Program data: ";
const ADDRESS = "[1-9A-HJ-NP-Za-km-z]{32,44}";
const INVOKE = new RegExp(`^Program (${ADDRESS}) invoke \\[(\\d+)\\]$`);
const SUCCESS = new RegExp(`^Program (${ADDRESS}) success$`);
const FAILED = new RegExp(`^Program (${ADDRESS}) failed(?:: |$)`);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function readLine(line: string): Line {
  // A program's own message is a single string that begins with "Program log: ", even if line breaks and
  // imitations follow. So such a string never matches the formats of the runtime.
  if (line.startsWith(DATA)) return { kind: "data", fields: line.slice(DATA.length).split(" ") };
  if (line === "Log truncated") return { kind: "truncated" };
  const [, invoked, depth] = INVOKE.exec(line) ?? [];
  if (invoked !== undefined) return { kind: "invoke", program: invoked, depth: Number(depth) };
  const [, succeeded] = SUCCESS.exec(line) ?? [];
  if (succeeded !== undefined) return { kind: "success", program: succeeded };
  const [, failed] = FAILED.exec(line) ?? [];
  return failed === undefined ? { kind: "other" } : { kind: "failed", program: failed };
}

function fromBase64(text: string): Uint8Array | null {
  if (!BASE64.test(text)) return null;
  return new Uint8Array(Buffer.from(text, "base64"));
}

/**
 * Collects the events of one program. It counts every known event, including unreadable ones, so that indexes
 * are stable.
 */
class EventGatherer {
  private readonly events: LoggedEvent[] = [];
  private readonly unreadable: UnreadableData[] = [];
  private known = 0;

  found() {
    return { events: this.events, unreadable: this.unreadable };
  }

  add(field: string, line: number): void {
    const bytes = fromBase64(field);
    const name = bytes && eventName(bytes);
    if (bytes === null || name === null) {
      const reason = message(bytes === null ? "The data is not base64." : "The data is not a known event.");
      this.unreadable.push({ index: null, name: null, line, reason });
      return;
    }
    const index = this.known++;
    try {
      const event = decodeEvent(bytes);
      if (event !== null) this.events.push(Object.assign(event, { index, bytes }));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.unreadable.push({ index, name, line, reason: error.message });
    }
  }
}

/** Applies one line to the stack of running programs; false if the line does not match the stack. */
function follow(stack: string[], line: Line): boolean {
  if (line.kind === "invoke") {
    stack.push(line.program);
    return line.depth === stack.length;
  }
  if (line.kind === "success" || line.kind === "failed") return stack.pop() === line.program;
  return line.kind !== "data" || stack.length > 0;
}

/**
 * Parses the events of `programId` from a transaction's log lines. A data line counts only while that program
 * itself is on top of the stack, according to the runtime's own lines. Output of other programs, called by it
 * or calling it, does not count. Unknown data of the program, such as from an upgraded version, is
 * unreadable. Source: program interface, Events.
 */
export function parseProgramLogs(
  logs: readonly string[],
  programId: string = DEFAULT_PROGRAM_ID,
): ProgramLog {
  const stack: string[] = [];
  const gatherer = new EventGatherer();
  for (const [at, text] of logs.entries()) {
    const line = readLine(text);
    if (line.kind === "truncated") return { ...NOTHING, ...gatherer.found(), truncated: true };
    if (!follow(stack, line)) return { ...NOTHING, inconsistent: true };
    if (line.kind === "failed") return { ...NOTHING, failed: true };
    if (line.kind !== "data" || stack.at(-1) !== programId) continue;
    for (const field of line.fields) gatherer.add(field, at);
  }
  return stack.length > 0 ? { ...NOTHING, inconsistent: true } : { ...NOTHING, ...gatherer.found() };
}
