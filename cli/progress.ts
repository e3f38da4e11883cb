import { toTerminalLine } from "@/cli/terminal";

const BAR_WIDTH = 24;
/** Milliseconds between progress lines on an output that is not a terminal. */
const NOTE_MS = 10_000;
const DEFAULT_COLUMNS = 80;

export type Step = ReturnType<typeof startStep>;

/** Prints the progress and duration of a step; a progress bar only on a terminal. */
export function startStep(title: string) {
  const started = performance.now();
  const isTerminal = process.stdout.isTTY;
  let notedMs = started;
  const line = (text: string) => {
    const shown = toTerminalLine(text);
    process.stdout.write(isTerminal ? `\r\u001b[2K${shown}` : `${shown}\n`);
  };
  if (isTerminal) line(`  …  ${title}`);
  return {
    /** Shows what happens at the moment and for how long the step has run. */
    note(text: string): void {
      const nowMs = performance.now();
      if (!isTerminal && nowMs - notedMs < NOTE_MS) return;
      notedMs = nowMs;
      const shown = `  …  ${title} (${Math.round((nowMs - started) / 1000)} s)${text && `: ${text}`}`;
      // A line that wraps cannot be redrawn.
      line(shown.slice(0, (process.stdout.columns ?? DEFAULT_COLUMNS) - 1));
    },
    progress(done: number, total: number): void {
      if (!isTerminal) return;
      const filled = Math.round((BAR_WIDTH * done) / total);
      line(`  …  ${title}  ${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}  ${done}/${total}`);
    },
    done(result = ""): void {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      line(`  ✓  ${title}${result && `: ${result}`} (${seconds} s)`);
      if (isTerminal) process.stdout.write("\n");
    },
  };
}
