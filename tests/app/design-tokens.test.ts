import { readFileSync } from "node:fs";
import unicodeRanges from "@fontsource-variable/inter/unicode.json";
import { describe, expect, test } from "vitest";

const CSS = readFileSync("app/globals.css", "utf8");
const PACKAGE = "node_modules/@fontsource-variable/inter";

describe("the typeface", () => {
  test.each(["latin", "latin-ext"])("the %s file equals the file of the package", (subset) => {
    const name = `inter-${subset}-wght-normal.woff2`;
    expect(readFileSync(`public/fonts/${name}`)).toEqual(readFileSync(`${PACKAGE}/files/${name}`));
  });

  test("each file covers the characters that the package states", () => {
    const source = readFileSync("app/fonts.ts", "utf8");
    expect(source).toContain(unicodeRanges.latin);
    expect(source).toContain(unicodeRanges["latin-ext"]);
  });
});

/** Returns the light and the dark value of a color token. */
function getColors(token: string): string[] {
  const value = new RegExp(`--color-${token}: (.*);`).exec(CSS)?.[1] ?? "";
  const colors = value.match(/#[0-9a-f]{6}/g) ?? [];
  return colors.length === 1 ? [...colors, ...colors] : colors;
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const STATES = ["success", "info", "warn", "danger"];
const TEXT: [text: string, background: string][] = [
  ...["bg", "surface", "raised"].flatMap((background) =>
    ["ink", "ink-soft", "accent", ...STATES].map((text): [string, string] => [text, background]),
  ),
  ...["accent", ...STATES].flatMap((state): [string, string][] => [
    [state, `${state}-soft`],
    ["ink", `${state}-soft`],
    ["ink-soft", `${state}-soft`],
  ]),
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["danger-ink", "danger-fill"],
  ["danger-ink", "danger-hover"],
];

describe("the color tokens", () => {
  test.each(TEXT)("%s on %s has the contrast of WCAG AA for text in both themes", (text, background) => {
    const [texts, backgrounds] = [getColors(text), getColors(background)];
    expect([texts.length, backgrounds.length]).toEqual([2, 2]);
    texts.forEach((color, theme) => {
      expect(contrast(color, backgrounds[theme] ?? "")).toBeGreaterThanOrEqual(4.5);
    });
  });

  test.each(["bg", "surface", "raised"])(
    "the border of controls is visible on %s in both themes",
    (background) => {
      const backgrounds = getColors(background);
      getColors("line-strong").forEach((color, theme) => {
        expect(contrast(color, backgrounds[theme] ?? "")).toBeGreaterThanOrEqual(3);
      });
    },
  );
});
