/** The renderer's colours and measures in terms of the dashboard's, which follow its theme. */
export const REFERENCE_STYLES = `
.light-mode, .dark-mode {
  color-scheme: inherit;
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--ink-soft);
  --scalar-color-3: var(--ink-soft);
  --scalar-color-accent: var(--accent);
  --scalar-color-ghost: var(--ink-soft);
  --scalar-color-disabled: var(--ink-soft);
  --scalar-background-1: var(--surface);
  --scalar-background-2: var(--raised);
  --scalar-background-3: var(--raised);
  --scalar-background-4: var(--line);
  --scalar-background-accent: var(--accent-soft);
  --scalar-border-color: var(--line);
  --scalar-color-green: var(--accent);
  --scalar-color-blue: var(--info);
  --scalar-color-purple: var(--info);
  --scalar-color-red: var(--danger);
  --scalar-color-orange: var(--warn);
  --scalar-color-yellow: var(--warn);
  --scalar-button-1: var(--accent);
  --scalar-button-1-color: var(--accent-ink);
  --scalar-button-1-hover: var(--accent-hover);
  --scalar-link-color: var(--accent);
  --scalar-link-color-hover: var(--accent-hover);
  --scalar-sidebar-background-1: var(--bg);
  --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--ink-soft);
  --scalar-sidebar-color-active: var(--accent);
  --scalar-sidebar-border-color: var(--line);
  --scalar-sidebar-item-hover-background: var(--raised);
  --scalar-sidebar-item-active-background: var(--accent-soft);
  --scalar-sidebar-search-background: var(--surface);
  --scalar-sidebar-search-border-color: var(--line-strong);
  --scalar-sidebar-search-color: var(--ink-soft);
}
:root {
  --scalar-font: var(--font-sans);
  --scalar-font-code: var(--font-mono);
  --scalar-custom-header-height: 4rem;
}
body { background: var(--bg); }
/* Underscores of codes stand below a line of their size. */
.markdown-summary.markdown p { line-height: 1.5; }
`;
