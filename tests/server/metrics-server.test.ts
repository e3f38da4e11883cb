import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Services } from "@/lib/service/services";
import { openMetricsServer } from "@/server/metrics-server";
import { startServices } from "@/tests/support/http";

async function open(services: Services = startServices()) {
  const server = await openMetricsServer({ METRICS_PORT: 0, METRICS_HOST: "127.0.0.1" }, services);
  if (!server) throw new Error("There is no server.");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("openMetricsServer", () => {
  test("returns the metrics as text for Prometheus", async () => {
    const response = await fetch(`${await open()}/metrics?collect=all`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(await response.text()).toContain("# TYPE process_cpu_seconds_total counter");
  });

  test.each([
    ["GET", "/"],
    ["GET", "/metrics/"],
    ["POST", "/metrics"],
  ])("returns 404 for %s %s", async (method, path) => {
    expect((await fetch(`${await open()}${path}`, { method })).status).toBe(404);
  });

  test("returns 500 without the reason when the metrics cannot be read", async () => {
    const connections = () => {
      throw new Error("secret detail");
    };
    const response = await fetch(`${await open({ ...startServices(), connections })}/metrics`);
    expect([response.status, await response.text()]).toEqual([500, ""]);
  });

  test("opens no server without a port", async () => {
    const settings = { METRICS_PORT: undefined, METRICS_HOST: "127.0.0.1" };
    expect(await openMetricsServer(settings, startServices())).toBeUndefined();
  });
});
