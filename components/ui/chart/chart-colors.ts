import { useEffect, useState } from "react";
import type { ChartTone } from "./chart-spec";

const TOKENS = ["accent", "info", "warn", "danger", "ink", "line-strong"] as const satisfies ChartTone[];
const OTHERS = ["accent-soft", "ink-soft", "line", "surface"] as const;
/** The area below a planned line. */
const MIXED = { "accent-faint": "color-mix(in srgb, var(--color-accent-soft) 45%, transparent)" } as const;
type Token = (typeof TOKENS)[number] | (typeof OTHERS)[number] | keyof typeof MIXED;

/** The colors of the current theme, and the typeface of the page. */
export type ChartColors = Record<Token, string> & { font: string };

/** Resolves the color tokens. `light-dark()` is resolved only in a color property, not in the variable. */
export function readColors(parent: HTMLElement): ChartColors {
  const probe = document.createElement("span");
  parent.append(probe);
  const colors = Object.fromEntries(
    [
      ...[...TOKENS, ...OTHERS].map((token) => [token, `var(--color-${token})`] as const),
      ...Object.entries(MIXED),
    ].map(([token, value]) => {
      probe.style.color = value;
      return [token, getComputedStyle(probe).color];
    }),
  ) as Record<Token, string>;
  const font = getComputedStyle(probe).fontFamily;
  probe.remove();
  return { ...colors, font };
}

/** Returns a number that changes when the theme changes. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const increment = () => setVersion((before) => before + 1);
    const observer = new MutationObserver(increment);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", increment);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", increment);
    };
  }, []);
  return version;
}
