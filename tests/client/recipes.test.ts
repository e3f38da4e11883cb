import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";
import { World } from "@/tests/actions/world";
import { installClient, type Project } from "./support/installed";
import { readRecipes } from "./support/recipes";

const EXAMPLE = readFileSync("client/examples/whole-life.ts", "utf8");
const RECIPES = readRecipes();

/** What each recipe prints, one after the other on the campaign of the example. */
const PRINTS: (string | RegExp)[] = [
  "Whole life claimable 10000000",
  /^Whole life claimable: 1[0-4]\d{5} to come: 3\d{6}$/,
  "true true",
  "true",
  "2 true",
  "250000n",
  "5 true",
  "3",
  "cancelled_grace",
  /^refused: 404 NOT_FOUND true\nnobody answered\ntoo late\ndid nothing: \w+$/,
];

let world: World;
let project: Project;
let life: { treeAddress: string; totalClaimed: string; version: number };

/** Runs a program of the project as a process of its own that knows two addresses and two key files. */
async function run(script: string, args: string[], campaign = ""): Promise<string> {
  const { baseUrl: SERVICE_URL, rpcUrl: NODE_URL } = world.api;
  const env = { ...process.env, SERVICE_URL, NODE_URL, CAMPAIGN: campaign };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    cwd: project.folder,
    env,
  });
  return stdout;
}

beforeAll(async () => {
  world = await World.start();
  project = installClient();
  const keep = (name: string, { secretKey }: Keypair) =>
    writeFileSync(join(project.folder, name), JSON.stringify([...secretKey]));
  keep("creator.json", world.wallet());
  keep("ada.json", world.wallet());
  const { baseUrl, rpcUrl } = world.api;
  const files = [baseUrl, rpcUrl, "creator.json", "ada.json"];
  life = JSON.parse(await run(project.add("whole-life.ts", EXAMPLE), files));
}, LONG.timeout);
afterAll(async () => {
  project.remove();
  await world.close();
});

test("the packed client creates, registers, claims and rotates in under 60 lines", async () => {
  expect(EXAMPLE.trimEnd().split("\n").length).toBeLessThan(60);
  // Half of six million, and what vests in the minutes that a busy machine may take for it.
  expect(life).toMatchObject({ version: 2, totalClaimed: expect.stringMatching(/^3[0-4]\d{5}$/) });
  const detail = await world.detail(life.treeAddress);
  expect(detail).toMatchObject({ verified: true, metadata: { name: "Whole life" } });
});

test("every recipe of the README does what it says", LONG, async () => {
  expect(RECIPES.map(({ number }) => number)).toEqual(PRINTS.map((_, at) => at + 1));
  const scripts = RECIPES.map(({ number, source }) => project.add(`recipe-${number}.ts`, source));
  const all = scripts.map((script) => `await import(${JSON.stringify(script)}); console.log("---");`);
  const printed = await run(project.add("all.ts", all.join("\n")), [], life.treeAddress);
  for (const [at, text] of printed.split("\n---\n").slice(0, -1).entries()) {
    const expected = PRINTS[at];
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected as RegExp);
  }
  expect(printed.match(/^---$/gm)).toHaveLength(PRINTS.length);
});
