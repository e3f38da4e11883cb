import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const COMPOSE = "compose.yaml";
/** The file of settings that an operator makes from `.env.example`, here with a value of its own for each name. */
const NAMES = Object.keys(parseEnv(readFileSync(".env.example", "utf8")));
const FILE = Object.fromEntries(NAMES.map((name) => [name, `file's ${name}`]));
/** A container's address, port and folder do not depend on the operator's file. */
const OF_CONTAINERS = ["DATA_DIR", "HOST", "PORT"];

type Settings = Record<string, string | number>;

/** Returns the settings whose value does not arrive as it is in the operator's file. */
const changedIn = (passed: Settings) => NAMES.filter((name) => passed[name] !== FILE[name]).toSorted();

/** Substitutes `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does, from the operator's file. */
const interpolate = (value: string | number) =>
  String(value).replaceAll(
    /\$\{(\w+)(?::[-?][^}]*)?\}/g,
    (_, name: string) => FILE[name] ?? `${name}'s value`,
  );

type Container = { build?: unknown; env_file?: string; environment?: Settings };

describe("compose", () => {
  const { services } = parse(readFileSync(COMPOSE, "utf8"), { merge: true }) as {
    services: Record<string, Container>;
  };
  const own = Object.entries(services).filter(([, { build }]) => build);

  test.each(own)("passes every setting of the file to %s", (_name, { env_file: file, environment }) => {
    const fromFile = file && join(dirname(COMPOSE), file) === ".env" ? FILE : {};
    const passed = { ...fromFile, ...mapValues(environment ?? {}, interpolate) };
    const servers = ["DATABASE_URL", "METRICS_HOST", "METRICS_PORT", "REDIS_URL"];
    expect(changedIn(passed)).toEqual([...OF_CONTAINERS, ...servers].toSorted());
  });
});

test("the systemd unit passes every setting of its file", () => {
  const unit = readFileSync("deploy/systemd/vesting-index.service", "utf8");
  expect(unit).toMatch(/^EnvironmentFile=\/etc\/vesting-index\.env$/m);
  // The file wins over Environment=; only these lines could take a variable away.
  expect(unit).not.toMatch(/^(?:UnsetEnvironment|PassEnvironment)=|env -i/m);
});

test("the image sets nothing but what a container determines, and holds no file of settings", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const set = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = ""]) =>
    pairs.split(" ").map((pair) => pair.replace(/=.*/, "")),
  );
  expect(set.filter((name) => NAMES.includes(name)).toSorted()).toEqual(OF_CONTAINERS);
  expect(readFileSync(".dockerignore", "utf8").split("\n")).toContain(".env*");
});

test("Vercel passes the project's variables as they are", () => {
  const vercel = JSON.parse(readFileSync("vercel.json", "utf8"));
  expect([vercel.env, vercel.build?.env]).toEqual([undefined, undefined]);
  expect(readFileSync("next.config.mjs", "utf8")).not.toMatch(/^ {2}env:/m);
});

const mapValues = (values: Settings, change: (value: string | number) => string): Settings =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
