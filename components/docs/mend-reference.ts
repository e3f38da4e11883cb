/** Names for those who hear the page, where the renderer has a picture alone or says something else than it shows. */
const MENDS: readonly { of: string; mend(element: Element): void }[] = [
  // Only tabs and options are selected.
  { of: "button[aria-selected]:not([role])", mend: (button) => button.removeAttribute("aria-selected") },
  // A landmark has no name of what it holds; a button has.
  { of: "button[role=search]", mend: (button) => button.removeAttribute("role") },
  // On a phone the list scrolls by itself.
  { of: "ul.endpoints:not([tabindex])", mend: (list) => list.setAttribute("tabindex", "0") },
  {
    of: ".code-copy:not([aria-label]), .scalar-code-copy:not([aria-label])",
    mend: (button) => button.setAttribute("aria-label", "Copy"),
  },
  // A name begins with the words that are to be seen, or whoever says these to a machine is not understood.
  { of: "button.show-more[aria-label]", mend: (button) => button.removeAttribute("aria-label") },
  // A button holds nothing that can be reached by itself.
  { of: ".selected-content-type[tabindex]", mend: (text) => text.removeAttribute("tabindex") },
];

/**
 * Mends what the renderer draws below `place`, now and whenever it draws, until the answer is called. `onDrawn` is told each
 * time that the document stands there.
 */
export function keepMended(place: Element, onDrawn: () => void): () => void {
  const mendAll = () => {
    for (const { of, mend } of MENDS) for (const element of place.querySelectorAll(of)) mend(element);
    if (place.querySelector("h1")) onDrawn();
  };
  let next = 0;
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(next);
    next = requestAnimationFrame(mendAll);
  });
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ["aria-selected"] });
  mendAll();
  return () => {
    cancelAnimationFrame(next);
    observer.disconnect();
  };
}
