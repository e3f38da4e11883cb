/** Fixes for the markup and the labels of the renderer, by selector. */
const FIXES: readonly { selector: string; fix(element: Element): void }[] = [
  // `aria-selected` is valid only on tabs and options.
  { selector: "[aria-selected]:not([role])", fix: (element) => element.removeAttribute("aria-selected") },
  // A landmark does not take its name from its content, unlike a button.
  { selector: "button[role=search]", fix: (button) => button.removeAttribute("role") },
  // The list scrolls on phones, so it must be focusable.
  { selector: "ul.endpoints:not([tabindex])", fix: (list) => list.setAttribute("tabindex", "0") },
  {
    selector: ".code-copy:not([aria-label]), .scalar-code-copy:not([aria-label])",
    fix: (button) => button.setAttribute("aria-label", "Copy"),
  },
  // The accessible name must start with the visible text, for speech input.
  { selector: "button.show-more[aria-label]", fix: (button) => button.removeAttribute("aria-label") },
  // A button must not contain focusable elements.
  { selector: ".selected-content-type[tabindex]", fix: (text) => text.removeAttribute("tabindex") },
  { selector: ".endpoint-path:not(:has(wbr))", fix: breakAfterSlashes },
  { selector: "button.show-more, button[class*=combobox-button]", fix: fixLabel },
];

/** Allows line breaks between the segments of a path. Otherwise a path breaks within its words. */
function breakAfterSlashes(path: Element): void {
  const parts = (path.textContent ?? "").split(/(?<=\/)/);
  if (parts.length < 2) return;
  path.replaceChildren(...parts.flatMap((part) => [part, document.createElement("wbr")]));
}

/**
 * Writes labels in title case in sentence case, and names the group that a button expands. The renderer does not
 * update these labels later.
 */
function fixLabel(button: Element): void {
  const group = button.closest(":has(h2)")?.querySelector("h2")?.firstChild?.textContent?.trim();
  for (const node of button.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || node.nodeValue === null) continue;
    node.nodeValue = node.nodeValue
      .replace("Show More", group ? `Show more: ${group}` : "Show more")
      .replace("Auth Type", "Auth type");
  }
}

/**
 * Applies the fixes below `container` now and after every change, until the returned function is called. Calls
 * `onDrawn` each time that the document is present.
 */
export function observeAndFix(container: Element, onDrawn: () => void): () => void {
  const fixAll = () => {
    for (const { selector, fix } of FIXES)
      for (const element of container.querySelectorAll(selector)) fix(element);
    if (container.querySelector("h1")) onDrawn();
  };
  let next = 0;
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(next);
    next = requestAnimationFrame(fixAll);
  });
  observer.observe(container, { childList: true, subtree: true, attributeFilter: ["aria-selected"] });
  fixAll();
  return () => {
    cancelAnimationFrame(next);
    observer.disconnect();
  };
}
