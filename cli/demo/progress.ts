import { toTerminalLine } from "@/cli/terminal";

const BAR_WIDTH = 24;

/** Says what is being done, how far it has got, and how long it took; a bar only where a terminal can redraw it. */
export function startStep(title: string) {
  const started = performance.now();
  const isTerminal = process.stdout.isTTY;
  const line = (text: string) => {
    const shown = toTerminalLine(text);
    process.stdout.write(isTerminal ? `\r\u001b[2K${shown}` : `${shown}\n`);
  };
  if (isTerminal) line(`  …  ${title}`);
  return {
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
