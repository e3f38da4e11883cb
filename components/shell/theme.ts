export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie with the theme of the viewer, so that the first page from the server has the right colors. */
export const THEME_COOKIE = "theme";

export function toTheme(text: string | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}
