/**
 * npm run trial -- <name> — what docs/deploy.md says, done with the real programs of this machine's own packages, on
 * loopback alone. Needs a build, and root for what starts users and namespaces of their own; ends with 1 when something
 * is not as it is written there.
 */
import { conduct, type Trial } from "./trial";

type Run = (trial: Trial) => Promise<void>;

const TRIALS: Record<string, () => Promise<Run>> = {
  proxy: async () => (await import("./proxy")).behindProxy,
  instances: async () => (await import("./instances")).asInstances,
  alert: async () => (await import("./alert")).underPrometheus,
  backup: async () => (await import("./backup")).restored,
  upgrade: async () => (await import("./upgrade")).upgraded,
  faults: async () => (await import("./faults/run")).nameFaults,
  image: async () => (await import("./image")).asImage,
};

const [name = ""] = process.argv.slice(2);
const load = TRIALS[name];
if (!load) {
  console.error(`Say which: npm run trial -- ${Object.keys(TRIALS).join(" | ")}`);
  process.exit(2);
}
await conduct(`trial-${name}`, await load());
