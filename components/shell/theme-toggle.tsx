"use client";

import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon, type IconName } from "@/components/ui/icon";
import { type Message, message } from "@/lib/core/i18n/translator";
import { storeCookie } from "./browser-storage";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";

const THEME_LABELS: Record<Theme, { icon: IconName; label: Message; change: Message }> = {
  system: {
    icon: "screen",
    label: message("Theme: system"),
    change: message("Theme: system. Change to light."),
  },
  light: {
    icon: "sun",
    label: message("Theme: light"),
    change: message("Theme: light. Change to dark."),
  },
  dark: {
    icon: "moon",
    label: message("Theme: dark"),
    change: message("Theme: dark. Change to system."),
  },
};

export function ThemeToggle({ initial }: { initial: Theme }) {
  const t = useTranslator();
  const [theme, setTheme] = useState(initial);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  const choose = () => {
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    storeCookie(THEME_COOKIE, next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      onClick={choose}
      title={t(THEME_LABELS[theme].label)}
      aria-label={t(THEME_LABELS[theme].change)}
      className="grid size-11 place-items-center rounded-box text-ink-soft hover:bg-raised hover:text-ink"
    >
      <Icon name={THEME_LABELS[theme].icon} />
    </button>
  );
}
