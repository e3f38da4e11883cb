/**
 * npm run examples: writes examples/recipients-10000.csv, with the same bytes every time. The first recipients are
 * accounts of the dashboard's built-in wallet. examples/recipient-keys.ts derives the others from their numbers.
 */
import { writeFileSync } from "node:fs";
import { exampleRecipient } from "@/examples/recipient-keys";
import { DEMO_BENEFICIARIES, demoAccount } from "@/lib/client/demo-accounts";

const COUNT = 10_000;
const DAY = 86_400;
const START = Date.UTC(2026, 0, 1) / 1000;

type Row = [type: string, start: number, cliff: number, end: number, milestone: number | ""];

/** Of ten recipients, two vest at a cliff, seven linearly over four years, and one by milestone. */
function schedule(number: number): Row {
  if (number % 10 < 2) return ["cliff", START, START + 180 * DAY, START + 180 * DAY, ""];
  if (number % 10 < 9) return ["linear", START, START + 90 * DAY, START + 1_461 * DAY, ""];
  return ["milestone", START, START + 365 * DAY, START + 365 * DAY, Math.floor(number / 10) % 3];
}

const demo = await Promise.all(DEMO_BENEFICIARIES.map(demoAccount));
const lines = ["beneficiary,amount,release_type,start_time,cliff_time,end_time,milestone_idx"];
for (let number = 0; number < COUNT; number++) {
  const amount = 1_000_000_000 + ((number * 7_919) % 9_000) * 1_000_000;
  const { address } = demo[number] ?? exampleRecipient(number);
  lines.push([address, amount, ...schedule(number)].join(","));
}
const file = new URL("../examples/recipients-10000.csv", import.meta.url);
writeFileSync(file, `${lines.join("\n")}\n`);
console.log(`${COUNT} recipients written to examples/recipients-10000.csv`);
