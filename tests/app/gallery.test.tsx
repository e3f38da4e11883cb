// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import GalleryPage from "@/app/gallery/page";
import { openPath } from "@/tests/support/next-navigation";
import { show } from "../components/show";

beforeEach(() => openPath("/gallery"));

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

test.each(["production", "test"])("does not serve the gallery in %s", (mode) => {
  vi.stubEnv("NODE_ENV", mode);
  expect(GalleryPage).toThrow(/NEXT_HTTP_ERROR_FALLBACK;404/);
});

test("contains every UI part", () => {
  const sources = readdirSync("components/gallery").map((file) =>
    readFileSync(`components/gallery/${file}`, "utf8"),
  );
  const files = readdirSync("components/ui", { recursive: true, encoding: "utf8" });
  const parts = files
    // The inner parts of the data table are visible in it only.
    .filter((file) => file.endsWith(".tsx") && !/^data-table\/(?!data-table)/.test(file))
    .flatMap((file) => [
      ...readFileSync(`components/ui/${file}`, "utf8").matchAll(/^export function ([A-Z]\w+)/gm),
    ])
    .map(([, name]) => name);
  expect(parts.length).toBeGreaterThan(25);
  const shown = parts.filter((name) => sources.some((source) => new RegExp(`<${name}\\b`).test(source)));
  expect(shown).toEqual(parts);
});

test("shows the parts in development, and opens dialogs and menus", () => {
  vi.stubEnv("NODE_ENV", "development");
  const { text } = show(<GalleryPage />);
  expect(text()).toContain("18,446,744,073,709.551615 DEMO");
  for (const label of ["Open a dialog", "Open a locked dialog"]) {
    fireEvent.click(screen.getByText(label));
    expect(screen.getByText("The purpose of the dialog, in one sentence.")).toBeTruthy();
    fireEvent.click(screen.getByText("Close it"));
    expect(screen.queryByText("The purpose of the dialog, in one sentence.")).toBeNull();
  }
});
