/** npm run docs:check [-- files…]: checks links, spelling and blocks, and runs the blocks in a copy of the project. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { postgresUrl, startPrimary } from "@/tests/cluster/servers";
import { type Block, checkBlocks, readBlocks } from "./blocks";
import { checkLinks, readMarkdownFiles } from "./links";

const BLOCK_MS = 30 * 60_000;
/** Copies the project's files, uncommitted ones included, and installs the packages. */
const COPY = `git ls-files -z -co --exclude-standard | tar -c --null -T - --ignore-failed-read | tar -x -C "$0"
cd "$0" && git init -q && git add -A && npm ci --no-audit --no-fund`;

const folder = mkdtempSync(join(tmpdir(), "docs-check-"));
const DATA_DIR = join(folder, ".data-service");
const { PATH, HOME } = process.env;
/** Without the settings of a service that runs on this machine. */
const ENV = { PATH, HOME, NEXT_TELEMETRY_DISABLED: "1", WEBHOOK_SECRET: `whsec_${btoa("0".repeat(24))}` };

type Started = { printed: string; stop: () => Promise<void> };

/** Runs a command until it ends or has printed `until`. @throws when it fails, with the last lines that it printed */
async function start(command: string, until?: string, own?: object): Promise<Started> {
  const env = { ...ENV, ...own } as unknown as NodeJS.ProcessEnv;
  const args = ["-euo", "pipefail", "-c", command];
  const child = spawn("bash", args, { cwd: folder, env, detached: true, timeout: BLOCK_MS });
  const kill = () =>
    child.exitCode === null && child.signalCode === null && process.kill(-(child.pid ?? 0), "SIGINT");
  process.once("exit", kill);
  const ended = once(child, "close");
  let printed = "";
  const seen = new Promise<[string]>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        if (until && printed.includes(until)) resolve(["seen"]);
      });
  });
  const [outcome] = await Promise.race([ended, seen]);
  if (outcome !== (until ? "seen" : 0)) throw new Error(`ended with ${outcome}\n${printed.slice(-4_000)}`);
  return { printed, stop: async () => void (kill() && (await ended)) };
}

/** Runs blocks in their order. Returns the fault of each that fails. */
async function runBlocks(blocks: readonly Block[]): Promise<string[]> {
  execFileSync("bash", ["-euc", COPY, folder], { stdio: "inherit" });
  const errors: string[] = [];
  let service: Started | undefined;
  let database: Record<string, string> | undefined;
  for (const { file, line, language, code, attributes } of blocks) {
    console.log(`${file}:${line}`);
    if ("postgres" in attributes) database ??= { DATABASE_URL: postgresUrl(await startPrimary(folder)) };
    if ("service" in attributes) service ??= await start("npm run demo", "Ctrl-C stops it", { DATA_DIR });
    else service = void (await service?.stop());
    const own = service && {
      ...{ DATA_DIR, CAMPAIGN: /\/campaigns\/(\w+)/.exec(service.printed)?.[1] },
      ...JSON.parse(readFileSync(join(DATA_DIR, "secrets.json"), "utf8")),
    };
    const path = join(dirname(file), `block-${line}.ts`);
    if (language === "ts") writeFileSync(join(folder, path), code);
    const command = language === "ts" ? `npx tsx --tsconfig server/tsconfig.json ${path}` : code;
    const env = { ...own, ...("postgres" in attributes && database) };
    await start(command, attributes.until, env)
      .then(({ stop }) => stop())
      .catch((error) => errors.push(`${file}:${line}: ${error}`));
  }
  await service?.stop();
  return errors;
}

const files = readMarkdownFiles();
const wanted = process.argv.slice(2);
// README first, as a newcomer reads it. The tests of the client package run that package's own recipes.
const blocks = [...files]
  .toSorted(([a], [b]) => Number(b === "README.md") - Number(a === "README.md"))
  .filter(([file]) => !file.startsWith("client/") && (wanted.length === 0 || wanted.includes(file)))
  .flatMap(([file, text]) => readBlocks(file, text));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const spelling = spawnSync("npx", ["cspell", "lint", "--no-progress", ...files.keys()], { stdio: "inherit" });
const runnable = blocks.filter(
  ({ language, shown, attributes }) =>
    /^(?:sh|ts)$/.test(language) && !shown && attributes.excused === undefined,
);
const errors = [...checkLinks(files), ...(await checkBlocks(blocks)), ...(await runBlocks(runnable))];
for (const problem of errors) console.error(`✗ ${problem}`);
process.exit(errors.length > 0 || spelling.status !== 0 ? 1 : 0);
