"use client";

import { useState } from "react";
import { Icon, type IconName } from "@/components/ui/icon";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";

const LOOK: Record<Theme, { icon: IconName; label: string }> = {
  system: { icon: "screen", label: "Colours: as the device" },
  light: { icon: "sun", label: "Colours: light" },
  dark: { icon: "moon", label: "Colours: dark" },
};

const YEAR = 31_536_000;

export function ThemeToggle({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  const choose = () => {
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const cookie = `${THEME_COOKIE}=${next}; path=/; max-age=${YEAR}; samesite=lax`;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = cookie;
    setTheme(next);
  };
  return (
    <button
      type="button"
      onClick={choose}
      title={LOOK[theme].label}
      aria-label={`${LOOK[theme].label}. Change to ${next}.`}
      className="grid size-11 place-items-center rounded-box text-ink-soft hover:bg-raised hover:text-ink"
    >
      <Icon name={LOOK[theme].icon} />
    </button>
  );
}
