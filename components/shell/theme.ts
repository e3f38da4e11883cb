export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie that holds the viewer's choice, so that the server's first page already has the right colours. */
export const THEME_COOKIE = "theme";

export function toTheme(text: string | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}
