import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";
import { World } from "@/tests/scenarios/actions/harness";
import { installClient, type Project } from "./support/installed";
import { type Program, readPrograms } from "./support/recipes";

const EXAMPLE = readFileSync("client/examples/campaign-lifecycle.ts", "utf8");
const [TUTORIAL, RECIPES] = [readPrograms("Tutorial"), readPrograms("Recipes")];

/** The output of each recipe, in order, on the campaign of the example. */
const PRINTS: (string | RegExp)[] = [
  "Whole life claimable 10000000",
  /^Whole life claimable: 1[0-4]\d{5} to come: 3\d{6}$/,
  "true true",
  /^1{32} true true$/,
  "2 true",
  "250000n",
  "5 true",
  "3",
  "cancelled_grace",
  /^refused: 404 NOT_FOUND true\nnobody answered\ntoo late\ndid nothing: \w+$/,
  "consistent verified",
];

/** Of the tutorial's webhook receiver: another one for each process of tests. */
const RECEIVER_PORT = String(20_000 + (process.pid % 20_000));

let world: World;
let project: Project;
let lifecycle: { treeAddress: string; totalClaimed: string; version: number };

/** Runs a program of the project as a process of its own that knows two addresses and two key files. */
async function run(script: string, args: string[], campaign = ""): Promise<string> {
  const { baseUrl: SERVICE_URL, rpcUrl: NODE_URL } = world.api;
  const env = { ...process.env, SERVICE_URL, NODE_URL, CAMPAIGN: campaign, PORT: RECEIVER_PORT };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    cwd: project.folder,
    env,
  });
  return stdout;
}

beforeAll(async () => {
  world = await World.start({ settings: { WEBHOOKS_ALLOW_PRIVATE: "true" } });
  project = installClient({ others: ["standardwebhooks"] });
  const store = (name: string, { secretKey }: Keypair) =>
    writeFileSync(join(project.folder, name), JSON.stringify([...secretKey]));
  store("creator.json", world.wallet());
  store("ada.json", world.wallet());
  const { baseUrl, rpcUrl } = world.api;
  const files = [baseUrl, rpcUrl, "creator.json", "ada.json"];
  lifecycle = JSON.parse(await run(project.add("campaign-lifecycle.ts", EXAMPLE), files));
}, LONG.timeout);
afterAll(async () => {
  project.remove();
  await world.close();
});

test("the packed client creates, registers, claims and rotates in under 60 lines", async () => {
  expect(EXAMPLE.trimEnd().split("\n").length).toBeLessThan(60);
  // Half of six million, and what vests in the minutes that a busy machine may take for it.
  expect(lifecycle).toMatchObject({ version: 2, totalClaimed: expect.stringMatching(/^3[0-4]\d{5}$/) });
  const detail = await world.detail(lifecycle.treeAddress);
  expect(detail).toMatchObject({ verified: true, metadata: { name: "Whole life" } });
});

/** Runs programs one after the other in one process, and returns the text that each prints. */
async function printedBy(programs: readonly Program[], name: string): Promise<string[]> {
  const scripts = programs.map(({ source }, at) => project.add(`${name}-${at + 1}.ts`, source));
  const all = scripts.map((script) => `await import(${JSON.stringify(script)}); console.log("---");`);
  const printed = await run(project.add(`${name}.ts`, all.join("\n")), [], lifecycle.treeAddress);
  return printed.split("\n---\n").slice(0, -1);
}

test("prints the output of the tutorial for every program", LONG, async () => {
  expect(TUTORIAL).toHaveLength(4);
  expect(await printedBy(TUTORIAL, "tutorial")).toEqual(TUTORIAL.map(({ prints }) => prints));
});

test("runs every recipe with its described result", LONG, async () => {
  expect(RECIPES.map(({ title }) => Number.parseInt(title, 10))).toEqual(PRINTS.map((_, at) => at + 1));
  const printed = await printedBy(RECIPES, "recipe");
  expect(printed).toHaveLength(PRINTS.length);
  for (const [at, expected] of PRINTS.entries()) {
    if (typeof expected === "string") expect(printed[at]).toBe(expected);
    else expect(printed[at]).toMatch(expected);
  }
});

test("the Python samples verify a proof against the ledger, and sign for a wallet", LONG, async () => {
  const { baseUrl: SERVICE_URL, rpcUrl: NODE_URL } = world.api;
  const python = async (args: string[], env: Record<string, string> = {}) => {
    const all = { ...process.env, SERVICE_URL, NODE_URL, ...env };
    return (await promisify(execFile)("python3", args, { env: all })).stdout.trim();
  };
  const [creator, ada] = ["creator.json", "ada.json"].map((file) =>
    Keypair.fromSecretKey(Uint8Array.from(JSON.parse(readFileSync(join(project.folder, file), "utf8")))),
  );
  const recipient = ada?.publicKey.toBase58() ?? "";
  expect(await python(["docs/examples/verify_proof.py", lifecycle.treeAddress, recipient])).toMatch(
    /^valid \d+$/,
  );
  const WALLET_SEED = Buffer.from(creator?.secretKey.slice(0, 32) ?? []).toString("hex");
  const requested = await python(["docs/examples/wallet_proof.py", "get", "/api/webhooks"], { WALLET_SEED });
  expect(JSON.parse(requested)).toEqual({ endpoints: [] });
});
