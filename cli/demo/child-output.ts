import type { ChildProcess } from "node:child_process";
import type { Step } from "../progress";

/** Number of output lines that are shown if a child process fails. */
const MAX_LINES = 20;
const NOTE_MS = 1_000;

/** Keeps the last lines that a child prints, and shows the last of them on a step until `stop`. */
export function watchOutput({ stdout, stderr }: ChildProcess, step: Step) {
  const lines: string[] = [];
  let outputMs = performance.now();
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      outputMs = performance.now();
      lines.push(...text.split("\n").filter((line) => line.trim()));
      lines.splice(0, lines.length - MAX_LINES);
    });
  const noting = setInterval(() => step.note(lines.at(-1) ?? ""), NOTE_MS);
  return {
    /** Milliseconds since the child printed something. */
    quietMs: () => performance.now() - outputMs,
    /** The child's last lines, after a sentence. */
    describe: (sentence: string) => [sentence, ...lines.map((line) => `     ${line}`)].join("\n"),
    stop: () => clearInterval(noting),
  };
}
