import { describe, expect, test } from "vitest";
import { RouteTable } from "@/lib/service/http/route-table";

const module = {};
const table = new RouteTable([
  ["/api/things", module],
  ["/api/things/new", module],
  ["/api/things/{id}", module],
  ["/api/things/{id}/parts/{part}", module],
  ["/api/things/{id}/parts/all", module],
]);

describe("the route of a path", () => {
  test.each([
    ["/api/things", "/api/things", {}],
    ["/api/things/new", "/api/things/new", {}],
    ["/api/things/a", "/api/things/:id", { id: "a" }],
    ["/api/things/a/parts/2", "/api/things/:id/parts/:part", { id: "a", part: "2" }],
    ["/api/things/a/parts/all", "/api/things/:id/parts/all", { id: "a" }],
    // What is written out leads nowhere here.
    ["/api/things/new/parts/2", "/api/things/:id/parts/:part", { id: "new", part: "2" }],
    ["/api/things/a%2Fb%20c", "/api/things/:id", { id: "a/b c" }],
    ["/api/things/__proto__", "/api/things/:id", { id: "__proto__" }],
  ])("%s is %s", (path, name, params) => {
    expect(table.find(path)).toEqual({ module, name, params });
  });

  test.each([
    "/",
    "/api",
    "/api/Things",
    "/api/%74hings",
    "/api/things/a/parts",
    "/api/things/a/parts/2/x",
    "/x",
  ])("%s is none", (path) => {
    expect(table.find(path)).toBeNull();
  });
});
