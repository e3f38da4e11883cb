/** The event with which the renderer marks the section that is in the window, in the navigation. */
const EVENT = "intersecting:nav-item";

type Section = { id: string };
type EventBus = {
  on(event: typeof EVENT, listener: (section: Section) => void): void;
  emit(event: typeof EVENT, section: Section): void;
};
type Exposed = {
  eventBus: EventBus;
  sidebarItems: { value: readonly (Section & { type: string; title: string })[] };
};
/** The container of the renderer. Vue offers the values that its component exposes only in this way. */
type Mounted = { _vnode?: { component?: { subTree?: { component?: { exposed?: Exposed } } } } };

/**
 * Returns a function to call after each change of the document. It marks the introduction in the navigation while the
 * page is at its top. The renderer marks the last section that enters the window, also one far below the introduction
 * in a high window, and none if it draws slowly.
 */
export function introductionMarker(container: Element): () => void {
  let isListening = false;
  return () => {
    const { eventBus, sidebarItems } =
      (container as Mounted)._vnode?.component?.subTree?.component?.exposed ?? {};
    const introduction = sidebarItems?.value.find(
      ({ type, title }) => type === "text" && title === "Introduction",
    );
    if (!eventBus || !introduction) return;
    const mark = () => eventBus.emit(EVENT, { id: introduction.id });
    const isAtTop = () => window.scrollY === 0 && !window.location.hash.startsWith("#description/");
    if (!isListening) eventBus.on(EVENT, ({ id }) => id !== introduction.id && isAtTop() && mark());
    isListening = true;
    // The renderer writes the anchor of each section that it marks.
    if (isAtTop() && window.location.hash === "") mark();
  };
}
