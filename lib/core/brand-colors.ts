/** The colors of one deployment: `light` for the light theme and `dark` for the dark theme, each as #rrggbb. */
export type BrandColors = { light: string; dark: string };

type Rgb = readonly [number, number, number];
type Theme = { surface: string; contrastDirection: string };

/** The surface of cards, and the color that a hovered control moves towards. The values are those of app/globals.css. */
const THEMES: Record<keyof BrandColors, Theme> = {
  light: { surface: "#ffffff", contrastDirection: "#000000" },
  dark: { surface: "#14181d", contrastDirection: "#ffffff" },
};
const INK: BrandColors = { light: "#ffffff", dark: "#0c0f13" };
/** The part of the accent in the background of marked areas. */
const SOFT_SHARE = 0.1;
/** The contrast of text that WCAG 2.2 requires at level AA. Source: success criterion 1.4.3. */
const MIN_CONTRAST = 4.5;

/** Returns the colors of `#rrggbb,#rrggbb`, or null for any other text. */
export function parseBrandColors(text: string): BrandColors | null {
  const [, light, dark] = /^\s*(#[\da-f]{6})\s*,\s*(#[\da-f]{6})\s*$/i.exec(text) ?? [];
  return light && dark ? { light, dark } : null;
}

/** Returns the themes in which text of the color cannot be read on its own soft background. */
export const unreadableThemes = (colors: BrandColors): (keyof BrandColors)[] =>
  (["light", "dark"] as const).filter((theme) => {
    const [color, surface] = [toRgb(colors[theme]), toRgb(THEMES[theme].surface)];
    return contrast(color, mix(color, surface, SOFT_SHARE)) < MIN_CONTRAST;
  });

/** Returns the custom properties that replace the accent of app/globals.css. */
export const brandStyle = (colors: BrandColors): Record<`--color-${string}`, string> => ({
  "--color-accent": `light-dark(${colors.light}, ${colors.dark})`,
  "--color-accent-hover": mixedInThemes(colors, 75, ({ contrastDirection }) => contrastDirection),
  "--color-accent-ink": `light-dark(${INK.light}, ${INK.dark})`,
  "--color-accent-soft": mixedInThemes(colors, SOFT_SHARE * 100, ({ surface }) => surface),
});

function mixedInThemes(colors: BrandColors, percent: number, getOther: (theme: Theme) => string): string {
  const mixed = (theme: keyof BrandColors) =>
    `color-mix(in srgb, ${colors[theme]} ${percent}%, ${getOther(THEMES[theme])})`;
  return `light-dark(${mixed("light")}, ${mixed("dark")})`;
}

const toRgb = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];

const channel = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] * share + b[0] * (1 - share),
  a[1] * share + b[1] * (1 - share),
  a[2] * share + b[2] * (1 - share),
];

function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Source: WCAG 2.2, definition of relative luminance. */
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
