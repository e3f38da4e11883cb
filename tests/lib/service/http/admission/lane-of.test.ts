import { expect, test } from "vitest";
import { API_ROUTES } from "@/app/api/manifest";
import { Admission } from "@/lib/service/http/admission/admission";
import { laneOf } from "@/lib/service/http/admission/lane-of";
import type { RouteHandler } from "@/lib/service/http/route";

const handlers = API_ROUTES.flatMap(([path, module]) =>
  Object.entries(module).flatMap(([method, handler]) =>
    handler instanceof Function && "contract" in handler
      ? [{ method, path, contract: (handler as RouteHandler).contract }]
      : [],
  ),
);

test("every route with a large body or a part of one, and no other, has its place among the uploads", () => {
  const large = ({ contract: { largeBody, accepts } }: (typeof handlers)[0]) => Boolean(largeBody || accepts);
  const uploads = handlers.filter(({ method, path }) => laneOf(method, path) === "upload");
  expect(uploads.length).toBeGreaterThan(3);
  expect(uploads).toEqual(handlers.filter(large));
  for (const { method, path } of uploads) expect(laneOf(method, `${path}/`)).toBe("upload");
});

test("proofs, and nothing else, have places of their own", () => {
  const proofs = handlers.filter(({ method, path }) => laneOf(method, path) === "proof");
  expect(proofs.map(({ path }) => path)).toEqual([
    "/api/campaigns/{treeAddress}/proof",
    "/api/roots/{merkleRoot}/proofs/{beneficiary}",
  ]);
  expect(laneOf("HEAD", "/api/campaigns/a/proof")).toBe("proof");
  expect(laneOf("POST", "/api/campaigns/a/proof")).toBe("cheap");
});

test("every list that is also given whole, and no other, has its place among the exports when it is", () => {
  const whole = () => true;
  const exports = handlers.filter(({ method, path }) => laneOf(method, path, whole) === "export");
  expect(exports.length).toBeGreaterThan(4);
  expect(exports).toEqual(handlers.filter(({ contract: { csv } }) => csv));
  for (const { path } of exports) {
    expect(laneOf("GET", `${path}/`, whole)).toBe("export");
    expect(laneOf("HEAD", path, whole)).toBe("cheap");
    expect(laneOf("GET", path, () => false)).toBe("cheap");
  }
});

test("a proof finds a place where everything else waits", async () => {
  const gate = new Admission({ MAX_BODY_BYTES: 1, RATE_LIMIT: "on" });
  let entered = 0;
  for (let client = 0; client < 600; client++) {
    void gate.enter("cheap", `10.0.${client >> 8}.${client & 255}`).then(
      () => entered++,
      () => {},
    );
  }
  await new Promise(setImmediate);
  expect(entered).toBe(32);
  (await gate.enter("proof", "10.0.0.1")).leave();
});
