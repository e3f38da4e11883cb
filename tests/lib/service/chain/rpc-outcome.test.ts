import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { timeLimit } from "@/lib/service/chain/rpc-outcome";

it("lets any number of requests listen to a time limit without a warning of Node", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  const { signal, clear } = timeLimit(1_000);
  for (let request = 0; request < 50; request++) signal.addEventListener("abort", () => undefined);
  await sleep(5);
  clear();
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
