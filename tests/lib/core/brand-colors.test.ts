import fc from "fast-check";
import { expect, test } from "vitest";
import { brandStyle, parseBrandColors, unreadableThemes } from "@/lib/core/brand-colors";

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("two colors are read as those of the light and the dark theme", () => {
  fc.assert(
    fc.property(hex, hex, (light, dark) => {
      expect(parseBrandColors(`${light}, ${dark}`)).toEqual({ light, dark });
    }),
  );
});

test.each(["", "#0a6352", "red,blue", "#0a6352,#58d3b", "#0a6352,#58d3b0,#ffffff", "#0a6352;,#58d3b0"])(
  "%j is not a pair of colors",
  (text) => {
    expect(parseBrandColors(text)).toBeNull();
  },
);

test.each([
  ["#0a6352", "#58d3b0", []],
  ["#000000", "#ffffff", []],
  // 4.48 on white, 4.0 on the dark surface: too little in both.
  ["#777777", "#777777", ["light", "dark"]],
  // 4.54 on white, but less on its own soft background.
  ["#767676", "#ffffff", ["light"]],
  ["#0a6352", "#0a6352", ["dark"]],
  ["#58d3b0", "#58d3b0", ["light"]],
])("text in %s and %s cannot be read in the themes %j", (light, dark, themes) => {
  expect(unreadableThemes({ light, dark })).toEqual(themes);
});

test("the style has only colors, so that a setting cannot add other declarations", () => {
  fc.assert(
    fc.property(hex, hex, (light, dark) => {
      for (const value of Object.values(brandStyle({ light, dark }))) {
        expect(value).toMatch(/^light-dark\([\w#(), %-]+\)$/);
        expect(value).not.toMatch(/[;{}]/);
      }
    }),
  );
});
