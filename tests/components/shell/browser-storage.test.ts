// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deleteSent, findAllSent, storeSent } from "@/components/network/sent-transactions";
import { browserStorage, storeCookie } from "@/components/shell/browser-storage";

const refuse = (name = "SecurityError") => {
  throw new DOMException("The document is sandboxed.", name);
};
afterEach(() => vi.restoreAllMocks());

describe("a page with storage", () => {
  test("stores entries and cookies in the browser", () => {
    browserStorage().setItem("kept", "1");
    expect(localStorage.getItem("kept")).toBe("1");
    const stored = vi.spyOn(document, "cookie", "set");
    storeCookie("theme", "dark");
    storeCookie("theme", null);
    expect(stored.mock.calls).toEqual([
      ["theme=dark; path=/; max-age=31536000; samesite=lax"],
      ["theme=; path=/; max-age=0; samesite=lax"],
    ]);
  });

  test("fails where the storage is full, because a sent transaction must be stored", () => {
    vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => refuse("QuotaExceededError"));
    expect(() => browserStorage()).toThrow(DOMException);
  });
});

describe("a frame without storage", () => {
  beforeEach(() => {
    vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => refuse());
    vi.spyOn(document, "cookie", "set").mockImplementation(() => refuse());
  });

  test("finds a sent transaction until its outcome is known", () => {
    const intent = { signer: "me", treeAddress: "tree", what: "claim" };
    const sent = { signature: "signature", lastValidBlockHeight: 1, wire: "AA==" };
    storeSent(intent, sent);
    expect(findAllSent({ signer: "me", what: "claim" })).toEqual([{ intent, sent }]);
    deleteSent(intent);
    expect(findAllSent({ signer: "me", what: "claim" })).toEqual([]);
  });

  test("stores no cookie, and does not fail", () => {
    expect(() => storeCookie("viewer", "address")).not.toThrow();
  });
});
