/**
 * npm run test:deployment -- <name> — performs the steps of docs/deploy.md with the real programs of this machine's own
 * packages, on loopback alone. Needs a build, and root to start separate users and namespaces; exits with 1
 * when a step differs from the documentation.
 */
import { conduct, type DeploymentTest } from "./trial";

type Run = (deploymentTest: DeploymentTest) => Promise<void>;

const DEPLOYMENT_TESTS: Record<string, () => Promise<Run>> = {
  proxy: async () => (await import("./proxy")).behindProxy,
  instances: async () => (await import("./instances")).asInstances,
  alert: async () => (await import("./alert")).underPrometheus,
  backup: async () => (await import("./backup")).restored,
  upgrade: async () => (await import("./upgrade")).upgraded,
  faults: async () => (await import("./faults/run")).runFaults,
  image: async () => (await import("./image")).asImage,
};

const [name = ""] = process.argv.slice(2);
const load = DEPLOYMENT_TESTS[name];
if (!load) {
  console.error(`Pass a name: npm run test:deployment -- ${Object.keys(DEPLOYMENT_TESTS).join(" | ")}`);
  process.exit(2);
}
await conduct(`trial-${name}`, await load());
