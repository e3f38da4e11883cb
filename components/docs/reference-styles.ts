/**
 * Maps the colors, corners and sizes of the renderer to the CSS variables of the dashboard, which follow its theme.
 */
export const REFERENCE_STYLES = `
.light-mode, .dark-mode {
  color-scheme: inherit;
  --scalar-color-1: var(--color-ink);
  --scalar-color-2: var(--color-ink-soft);
  --scalar-color-3: var(--color-ink-soft);
  --scalar-color-accent: var(--color-accent);
  --scalar-color-ghost: var(--color-ink-soft);
  --scalar-color-disabled: var(--color-ink-soft);
  --scalar-background-1: var(--color-surface);
  --scalar-background-2: var(--color-raised);
  --scalar-background-3: var(--color-raised);
  --scalar-background-4: var(--color-line);
  --scalar-background-accent: var(--color-accent-soft);
  --scalar-border-color: var(--color-line);
  --scalar-color-green: var(--color-accent);
  --scalar-color-blue: var(--color-info);
  --scalar-color-purple: var(--color-info);
  --scalar-color-red: var(--color-danger);
  --scalar-color-orange: var(--color-warn);
  --scalar-color-yellow: var(--color-warn);
  --scalar-button-1: var(--color-accent);
  --scalar-button-1-color: var(--color-accent-ink);
  --scalar-button-1-hover: var(--color-accent-hover);
  --scalar-link-color: var(--color-accent);
  --scalar-link-color-hover: var(--color-accent-hover);
  --scalar-sidebar-background-1: var(--color-bg);
  --scalar-sidebar-color-1: var(--color-ink);
  --scalar-sidebar-color-2: var(--color-ink-soft);
  --scalar-sidebar-color-active: var(--color-accent);
  --scalar-sidebar-border-color: var(--color-line);
  --scalar-sidebar-item-hover-background: var(--color-raised);
  --scalar-sidebar-item-active-background: var(--color-accent-soft);
  --scalar-sidebar-search-background: var(--color-surface);
  --scalar-sidebar-search-border-color: var(--color-line-strong);
  --scalar-sidebar-search-color: var(--color-ink-soft);
}
:root {
  --scalar-font: var(--font-sans);
  --scalar-font-code: var(--font-mono);
  --scalar-custom-header-height: 4rem;
  --scalar-radius: var(--radius-box);
  --scalar-radius-lg: var(--radius-box);
  --scalar-radius-xl: var(--radius-card);
}
body { background: var(--color-bg); }
/* Long paths wrap on phones instead of scrolling, after a slash. */
.endpoints .endpoint, .endpoints .endpoint-path { white-space: normal; overflow-wrap: break-word; }
/* A path of several lines stays with its method, and methods begin at one edge. */
.endpoints .endpoint { align-items: baseline; padding-block: 0.125rem; }
.endpoints .endpoint-method { justify-content: flex-start; min-width: 3.25rem; }
/* The groups of the navigation. */
li[class*="sidebar-section"] > div:first-child { margin-top: 0.75rem; }
/* The list scrolls below the search, not at its border. */
.t-doc__sidebar > .px-3.pt-3 { padding-bottom: 0.5rem; }
@media (max-width: 40rem) {
  .section { padding: 2rem 1rem !important; }
  .endpoints .endpoint :is(.endpoint-method, .endpoint-path) { font-size: 0.8125rem; }
}
/* The page has its own title. */
.introduction-section .section-header-wrapper { display: none; }
.introduction-section.section { padding-top: 1.25rem !important; }
.introduction-section .introduction-description { margin-top: 0.75rem; }
/* The list of authentication types says the same as its empty result. */
.scalar-reference-intro-auth form > .justify-center.text-c-3:only-child { display: none; }
.scalar-reference-intro-auth:has(form > .justify-center.text-c-3:only-child) .rounded-t-xl {
  border-bottom-width: 1px;
  border-radius: var(--radius-card);
}
/* The values of an enumeration are in one paragraph instead of a line each. */
.property-enum-values { display: flex; flex-wrap: wrap; gap: 0.375rem; padding-left: 0 !important; }
.property-enum-value::before, .property-enum-value::after, .property-enum-value-label::after { display: none !important; }
.property-enum-value-content { padding: 0 !important; }
.property-enum-value-label { padding-inline: 0.375rem; border-radius: var(--radius-box); background: var(--color-raised); }
/* Underscores of codes stand below a line of their size. */
.markdown-summary.markdown p { line-height: 1.5; }
`;
