import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { encodeEvent, type ProgramEvent, parseProgramLogs } from "@/lib/core/solana/events";
import { anyEvent } from "@/tests/lib/core/solana/arbitraries";

const OURS = DEFAULT_PROGRAM_ID;
const HOSTILE = "HostiLe1111111111111111111111111111111111111";
const OTHERS = [SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID, HOSTILE];
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const dataLine = (event: ProgramEvent) => `Program data: ${base64(encodeEvent(event))}`;
const tree = "5EC7HhYvSaTdehwdBwBhqxzeB2TLk13yihNuiLfuSBdj";
const paused: ProgramEvent = { name: "CampaignPaused", data: { tree } };
const unpaused: ProgramEvent = { name: "CampaignUnpaused", data: { tree } };
const withdrawn: ProgramEvent = { name: "UnvestedWithdrawn", data: { tree, amount: 5n } };

/** One call of a program: its log lines and its inner calls, in order. */
type Call = { program: string; steps: Step[] };
type Step = { event: ProgramEvent } | { line: string } | { call: Call };

const deepest = 4;
/** Lines that a program can log, including copies of our event bytes and of the runtime's own lines. */
const anyLine = fc.oneof(
  fc.string().map((text) => `Program log: ${text}`),
  fc.constantFrom(
    `Program log: Program ${OURS} invoke [1]`,
    `Program log: x\nProgram ${OURS} invoke [2]\n${dataLine(paused)}`,
    `Program log: Program ${OURS} success`,
    "Program log: Log truncated",
    `Program log: ${dataLine(paused)}`,
    `Program return: ${OURS} ${base64(encodeEvent(paused))}`,
    `Program ${OURS} consumed 4000 of 200000 compute units`,
    "Program consumption: 1000 units remaining",
    "Transfer: insufficient lamports 0, need 1",
    "Program data: AAECAwQFBgcICQ==",
    "Program data: ",
  ),
);

const { call: anyCall } = fc.letrec<{ call: Call; step: Step }>((tie) => ({
  step: fc.oneof(
    { depthSize: "small", maxDepth: deepest },
    anyEvent.map((event) => ({ event })),
    anyLine.map((line) => ({ line })),
    tie("call").map((call) => ({ call })),
  ),
  call: fc.record({
    program: fc.constantFrom(OURS, OURS, ...OTHERS),
    steps: fc.array(tie("step"), { maxLength: 4 }),
  }),
}));
const anyTransaction = fc.array(anyCall, { minLength: 1, maxLength: 3 });

type LogLine = { text: string; emitted: ProgramEvent | null; isStrange: boolean };
const plain = (text: string): LogLine => ({ text, emitted: null, isStrange: false });

/**
 * Returns the runtime's log of calls: each line with our event, or with our data that is not a known event.
 */
function getLog(calls: Call[], depth = 1): LogLine[] {
  return calls.flatMap(({ program, steps }) => [
    plain(`Program ${program} invoke [${depth}]`),
    ...steps.flatMap((step) => {
      if ("call" in step) return getLog([step.call], depth + 1);
      const isOurs = program === OURS;
      if ("line" in step)
        return [{ ...plain(step.line), isStrange: isOurs && step.line.startsWith("Program data: ") }];
      return [{ ...plain(dataLine(step.event)), emitted: isOurs ? step.event : null }];
    }),
    plain(`Program ${program} consumed 10 of 200000 compute units`),
    plain(`Program ${program} success`),
  ]);
}

const texts = (log: LogLine[]) => log.map(({ text }) => text);
const emittedBy = (log: LogLine[]) =>
  log.flatMap(({ emitted }) => (emitted === null ? [] : [emitted])).map((event, index) => ({ index, event }));
const found = (logs: string[]) =>
  parseProgramLogs(logs).events.map(({ index, name, data }) => ({ index, event: { name, data } }));

describe("program logs", () => {
  it("return exactly the events of our program, whatever other programs print or imitate", () => {
    fc.assert(
      fc.property(anyTransaction, (calls) => {
        const log = getLog(calls);
        expect(found(texts(log))).toEqual(emittedBy(log));
        const strange = log.flatMap(({ isStrange }, line) => (isStrange ? [{ index: null, line }] : []));
        expect(parseProgramLogs(texts(log))).toMatchObject({
          unreadable: strange,
          truncated: false,
          inconsistent: false,
          failed: false,
        });
      }),
      { numRuns: 400 },
    );
  });

  it("truncated anywhere return the events before the cut, in their positions, and are marked as truncated", () => {
    fc.assert(
      fc.property(anyTransaction, fc.nat(), (calls, pick) => {
        const log = getLog(calls);
        const cut = pick % log.length;
        // A node continues to list lines that are short enough, so the remaining lines may follow.
        const logs = texts(log).toSpliced(cut, 1, "Log truncated");
        expect(found(logs)).toEqual(emittedBy(log.slice(0, cut)));
        expect(parseProgramLogs(logs)).toMatchObject({ truncated: true, inconsistent: false });
      }),
      { numRuns: 300 },
    );
  });

  it("logs of one program return no events for another", () => {
    fc.assert(
      fc.property(anyTransaction, (calls) => {
        expect(parseProgramLogs(texts(getLog(calls)), tree).events).toEqual([]);
      }),
    );
  });

  it("logs with any call or return missing are inconsistent and return no events", () => {
    fc.assert(
      fc.property(anyTransaction, fc.nat(), (calls, pick) => {
        const log = texts(getLog(calls));
        const frames = log.flatMap((line, at) =>
          /^Program \w+ (?:invoke \[\d+\]|success)$/.test(line) ? [at] : [],
        );
        const missing = frames[pick % frames.length] as number;
        expect(parseProgramLogs(log.toSpliced(missing, 1))).toMatchObject({ events: [], inconsistent: true });
      }),
      { numRuns: 300 },
    );
  });

  it("keep positions when an event between others cannot be read", () => {
    const cut = base64(encodeEvent(withdrawn).subarray(0, 20));
    const result = parseProgramLogs([
      `Program ${OURS} invoke [1]`,
      dataLine(paused),
      `Program data: ${cut}`,
      dataLine(unpaused),
      `Program ${OURS} success`,
    ]);
    expect(result.events.map(({ index, name }) => [index, name])).toEqual([
      [0, "CampaignPaused"],
      [2, "CampaignUnpaused"],
    ]);
    expect(result.unreadable).toMatchObject([{ index: 1, name: "UnvestedWithdrawn", line: 2 }]);
  });

  it("report data of the program that is not a known event, as after an upgrade", () => {
    const unknown = Buffer.from("0102030405060708ff", "hex").toString("base64");
    const result = parseProgramLogs([
      `Program ${OURS} invoke [1]`,
      dataLine(paused),
      `Program data: ${unknown}`,
      `Program ${HOSTILE} invoke [2]`,
      `Program data: ${unknown}`,
      `Program ${HOSTILE} success`,
      `Program ${OURS} success`,
    ]);
    expect(result.unreadable).toMatchObject([{ index: null, name: null, line: 2 }]);
    expect(result.events.map(({ name }) => name)).toEqual(["CampaignPaused"]);
  });

  it("report data that is not base64 and continue", () => {
    const result = parseProgramLogs([
      `Program ${OURS} invoke [1]`,
      "Program data: r8lB7GilJ*",
      "Program data: AAA",
      dataLine(paused),
      `Program ${OURS} success`,
    ]);
    expect(result.unreadable).toMatchObject([
      { index: null, name: null, line: 1 },
      { index: null, name: null, line: 2 },
    ]);
    expect(result.events.map(({ index }) => index)).toEqual([0]);
  });

  it("read every field of a data line", () => {
    const result = parseProgramLogs([
      `Program ${OURS} invoke [1]`,
      `Program data: ${base64(encodeEvent(paused))} ${base64(encodeEvent(unpaused))}`,
      `Program ${OURS} success`,
    ]);
    expect(result.events.map(({ index, name }) => [index, name])).toEqual([
      [0, "CampaignPaused"],
      [1, "CampaignUnpaused"],
    ]);
  });

  it("return the bytes of each event", () => {
    const { events } = parseProgramLogs([
      `Program ${OURS} invoke [1]`,
      dataLine(withdrawn),
      `Program ${OURS} success`,
    ]);
    expect(events[0]?.bytes).toEqual(encodeEvent(withdrawn));
  });

  it("return no events when anything failed, because a failure reverts the whole transaction", () => {
    const log = [
      `Program ${HOSTILE} invoke [1]`,
      `Program ${OURS} invoke [2]`,
      dataLine(paused),
      `Program ${OURS} success`,
      `Program ${HOSTILE} failed: custom program error: 0x1`,
    ];
    expect(parseProgramLogs(log)).toMatchObject({ events: [], failed: true, inconsistent: false });
  });

  it.each<[string, string[]]>([
    ["a wrong depth", [`Program ${OURS} invoke [2]`, dataLine(paused), `Program ${OURS} success`]],
    ["a depth that skips", [`Program ${HOSTILE} invoke [1]`, `Program ${OURS} invoke [3]`, dataLine(paused)]],
    [
      "a return of another program",
      [`Program ${HOSTILE} invoke [1]`, `Program ${OURS} success`, dataLine(paused)],
    ],
    ["data while nothing runs", [dataLine(paused)]],
    [
      "a second top call inside the first",
      [`Program ${HOSTILE} invoke [1]`, `Program ${OURS} invoke [1]`, dataLine(paused)],
    ],
  ])("return no events and are inconsistent with %s", (_, log) => {
    expect(parseProgramLogs(log)).toMatchObject({ events: [], inconsistent: true });
  });

  it("logs that end while a program runs are inconsistent", () => {
    const log = [`Program ${OURS} invoke [1]`, dataLine(paused)];
    expect(parseProgramLogs(log)).toMatchObject({ events: [], inconsistent: true });
  });

  it("return nothing when they are empty", () => {
    expect(parseProgramLogs([])).toEqual({
      events: [],
      unreadable: [],
      truncated: false,
      inconsistent: false,
      failed: false,
    });
  });
});
