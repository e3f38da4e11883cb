import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const PINNED = /^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/;

const bases = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image);

type Container = {
  build?: string;
  image?: string;
  user?: string;
  mem_limit?: string;
  security_opt?: string[];
  cap_drop?: string[];
  logging?: { options?: Record<string, string> };
  ports?: string[];
};

describe("images", () => {
  test("the images of the service and of the development container have one pinned base", () => {
    const all = [...bases("Dockerfile"), ...bases(".devcontainer/Dockerfile")];
    expect(all).toHaveLength(3);
    expect(new Set(all).size).toBe(1);
    expect(all[0]).toMatch(PINNED);
    expect(all[0]).toContain(`node:${readFileSync(".nvmrc", "utf8").trim()}.`);
    expect(readFileSync("Dockerfile", "utf8")).toMatch(/^USER node$.*^HEALTHCHECK /ms);
  });

  const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as {
    services: Record<string, Container>;
  };

  test.each(Object.entries(services))("%s of compose is pinned, confined and bounded", (_name, container) => {
    if (!container.build) expect(container.image).toMatch(PINNED);
    expect(container).toMatchObject({
      security_opt: ["no-new-privileges:true"],
      cap_drop: ["ALL"],
      logging: { options: { "max-size": expect.any(String), "max-file": expect.any(String) } },
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    });
    for (const port of container.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test("the development container is described by valid JSON", () => {
    const described = JSON.parse(readFileSync(".devcontainer/devcontainer.json", "utf8"));
    expect(described).toMatchObject({ build: { dockerfile: "Dockerfile" }, remoteUser: "node" });
  });
});
