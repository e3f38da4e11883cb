// biome-ignore-all lint/suspicious/noConsole: what is printed is what is tested.
import { expect, test, vi } from "vitest";
import { createLogger, logPrintedErrors } from "@/lib/service/log";

test("writes a printed error as a log line without the parameters of its statement", () => {
  const lines: string[] = [];
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  const end = logPrintedErrors(createLogger("error", { write: (line) => void lines.push(line) }));
  const cause = new Error("connect ECONNREFUSED");
  console.error("⨯", new Error("Failed query: select $1\nparams: a-secret", { cause }));
  console.error("a sentence");
  end();
  console.error("afterwards", cause);
  expect(print.mock.calls).toEqual([["a sentence"], ["afterwards", cause]]);
  print.mockRestore();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("a-secret");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    msg: "page failed",
    error: { message: "Failed query: select $1", cause: { message: "connect ECONNREFUSED" } },
  });
});
