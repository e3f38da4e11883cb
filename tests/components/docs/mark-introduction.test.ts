// @vitest-environment happy-dom

import { beforeEach, describe, expect, test } from "vitest";
import { introductionMarker } from "@/components/docs/mark-introduction";

type Section = { id: string };
const INTRODUCTION = "api-1/description/introduction";

/** A container with the renderer's event bus. As the renderer does, it writes the anchor of each marked section. */
function createRenderer() {
  const listeners: ((section: Section) => void)[] = [];
  const eventBus = {
    on: (_: string, listener: (section: Section) => void) => listeners.push(listener),
    emit: (_: string, section: Section) => {
      for (const listener of listeners) listener(section);
    },
  };
  const marked: string[] = [];
  eventBus.on("", ({ id }) => {
    marked.push(id);
    window.location.hash = id.split("/").slice(1).join("/");
  });
  const sidebarItems = { value: [{ id: INTRODUCTION, type: "text", title: "Introduction" }] };
  const exposed = { eventBus, sidebarItems };
  const container = document.createElement("div");
  Object.assign(container, { _vnode: { component: { subTree: { component: { exposed } } } } });
  return { container, marked, enter: (id: string) => eventBus.emit("", { id }) };
}

beforeEach(() => {
  window.location.hash = "";
  window.scrollTo(0, 0);
});

describe("introductionMarker", () => {
  test("marks the introduction at load, once, and instead of a later section while the page is at its top", () => {
    const { container, marked, enter } = createRenderer();
    const mark = introductionMarker(container);
    mark();
    mark();
    expect(marked).toEqual([INTRODUCTION]);
    enter("api-1/tag/transactions");
    enter("api-1");
    expect(marked.at(-1)).toBe(INTRODUCTION);
  });

  test("leaves the mark of the section to which the page has scrolled", () => {
    const { container, marked, enter } = createRenderer();
    introductionMarker(container)();
    window.scrollTo(0, 900);
    enter("api-1/tag/transactions");
    expect(marked.at(-1)).toBe("api-1/tag/transactions");
  });

  test("changes nothing before the renderer is there", () => {
    expect(introductionMarker(document.createElement("div"))).not.toThrow();
  });
});
