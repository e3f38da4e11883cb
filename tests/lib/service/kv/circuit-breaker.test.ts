import pino from "pino";
import { describe, expect, test } from "vitest";
import { failClosed } from "@/lib/service/kv/circuit-breaker";

describe("failClosed", () => {
  test("reports a refusal of Redis by its first word and without the command", async () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const refusal = new Error(
      "READONLY You can't write against a read only replica. command: set nonce:secret",
    );
    const store = {
      put: () => Promise.reject(refusal),
      take: async () => null,
      close: async () => undefined,
    };
    const kv = failClosed(store, log);
    const sentence = "The key-value store refuses commands: READONLY.";
    await expect(kv.put("nonce:secret", "1", 60)).rejects.toThrow(sentence);
    expect(lines.join("")).toContain('"refusal":"READONLY"');
    expect(lines.join("")).not.toContain("secret");
  });
});
