import { afterEach, expect, test, vi } from "vitest";
import { startStep } from "@/cli/progress";

const { isTTY } = process.stdout;
afterEach(() => {
  process.stdout.isTTY = isTTY;
  vi.restoreAllMocks();
});

test("a step prints no control character of a server, except the ones that redraw its own line", () => {
  for (const isTerminal of [true, false]) {
    const written: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
    process.stdout.isTTY = isTerminal;
    startStep("Claim as \u001b]0;title\u0007").done("5 tokens\r\n  ✓  Everything is paid\u001b[8m");
    const shown = written.map((text) => text.replaceAll("\r\u001b[2K", "").replace(/\n$/, ""));
    expect(shown.join("")).not.toMatch(/\p{Cc}/u);
    expect(shown.join("")).toContain("\\u{1b}[8m");
    vi.restoreAllMocks();
  }
});
