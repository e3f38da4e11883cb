import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pipelined } from "@/db/queries/pipelined";

describe("pipelined", () => {
  it("returns the results in the order of the statements", async () => {
    expect(await pipelined([sleep(5, "slow"), Promise.resolve(2)])).toEqual(["slow", 2]);
  });

  it("throws the first error after every statement has ended", async () => {
    const ended: string[] = [];
    const statement = async (name: string, ms: number, error?: Error) => {
      await sleep(ms);
      ended.push(name);
      if (error) throw error;
    };
    const statements = [
      statement("a", 20),
      statement("b", 1, new Error("b")),
      statement("c", 10, new Error("c")),
    ];
    await expect(pipelined(statements)).rejects.toThrow("b");
    expect(ended).toEqual(["b", "c", "a"]);
  });
});
