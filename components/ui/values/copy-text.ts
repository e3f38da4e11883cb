/** Copies a text; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure context (plain http on a network) there is no clipboard, only the selection's copy.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  // Inside an open dialog, which takes the focus back from anything outside it.
  (before?.closest("[role=dialog], [role=menu]") ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
