import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readEnv, SETTINGS } from "@/lib/service/env";

const FOLDER = "deploy/kubernetes";

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  name: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env?: { name: string }[];
  envFrom: Record<string, { name: string }>[];
  resources: { limits: { memory: string } };
  securityContext: object;
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
};
type Pod = { containers: Container[]; terminationGracePeriodSeconds?: number };
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, unknown>;
  spec?: {
    selector?: { matchLabels?: object };
    ports?: { targetPort: string }[];
    template?: { metadata: { labels: object }; spec: Pod };
  };
};

const files = readdirSync(FOLDER).filter((name) => name !== "kustomization.yaml");
const manifests = files.flatMap((name) =>
  parseAllDocuments(readFileSync(`${FOLDER}/${name}`, "utf8")).map((document) => document.toJS() as Manifest),
);
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const [settings] = ofKind("ConfigMap");
const [deployment] = ofKind("Deployment");
const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
const containers = pods.flatMap((pod) => pod.containers);
const [service] = deployment?.spec?.template?.spec.containers ?? [];

describe("the Kubernetes manifests", () => {
  test("are a Deployment with what belongs to it, and a job for migrations that is applied apart", () => {
    const { resources } = parse(readFileSync(`${FOLDER}/kustomization.yaml`, "utf8"));
    expect([...resources, "migration-job.yaml"].toSorted()).toEqual(files.toSorted());
    const kinds = ["ConfigMap", "Deployment", "Job", "PodDisruptionBudget", "Service"];
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(kinds);
  });

  test("set only settings that exist, to values that the service accepts", () => {
    const values = Object.entries(settings?.data ?? {});
    expect(values.filter(([, value]) => typeof value !== "string")).toEqual([]);
    expect(readEnv(settings?.data as Record<string, string>)).toMatchObject({ HOST: "0.0.0.0" });
    const named = [
      ...values.map(([name]) => name),
      ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ];
    expect(named.filter((name) => !SETTINGS.includes(name))).toEqual([]);
    for (const { envFrom } of containers) {
      const name = settings?.metadata.name;
      expect(envFrom).toEqual([{ configMapRef: { name } }, { secretRef: { name } }]);
    }
  });

  test("probe paths that are routes, on the port of the service", () => {
    const { startupProbe, readinessProbe, livenessProbe } = service as Container;
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect(existsSync(`app${httpGet.path}/route.ts`)).toBe(true);
      expect(httpGet.port).toBe("http");
    }
    const ports = Object.fromEntries(
      (service?.ports ?? []).map(({ name, containerPort }) => [name, String(containerPort)]),
    );
    expect(ports).toEqual({ http: settings?.data?.PORT, metrics: settings?.data?.METRICS_PORT });
    const [network] = ofKind("Service");
    expect(network?.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(Object.keys(ports));
  });

  test("select the pods of the Deployment and no pod of the job", () => {
    const labels = deployment?.spec?.template?.metadata.labels;
    expect(deployment?.spec?.selector?.matchLabels).toEqual(labels);
    expect(ofKind("PodDisruptionBudget")[0]?.spec?.selector?.matchLabels).toEqual(labels);
    expect(ofKind("Service")[0]?.spec?.selector).toEqual(labels);
    expect(ofKind("Job")[0]?.spec?.template?.metadata.labels).not.toMatchObject(labels ?? {});
  });

  test("run as a user without rights on a read-only disk, within limits", () => {
    for (const pod of pods) {
      expect(pod).toMatchObject({
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
        automountServiceAccountToken: false,
        enableServiceLinks: false,
      });
    }
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(resources.limits.memory).toMatch(/^\d+Mi$/);
    }
    expect(pods[0]?.terminationGracePeriodSeconds).toBeGreaterThan(25);
  });

  test("run commands of the image", () => {
    for (const { command } of containers.filter(({ command }) => command)) {
      const [node, script = "", name] = command ?? [];
      expect([node, existsSync(script), basename(script), name]).toEqual([
        "node",
        true,
        "launch.mjs",
        "migrate",
      ]);
    }
  });
});
