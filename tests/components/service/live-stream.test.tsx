// @vitest-environment happy-dom

import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { usePoll } from "@/components/service/use-poll";
import { show } from "../show";

const [TREE, OTHER] = ["tree-1", "tree-2"];

class FakeSource {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 1;
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onerror = () => {};
  constructor(readonly url: string) {
    FakeSource.opened.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  static get current(): FakeSource {
    const source = FakeSource.opened.at(-1);
    if (!source) throw new Error("No stream was opened.");
    return source;
  }
}

let requests: Record<string, number>;

function Polled({ name, treeAddress }: { name: string; treeAddress?: string }) {
  usePoll({
    queryKey: [name],
    queryFn: async () => {
      requests[name] = (requests[name] ?? 0) + 1;
      return name;
    },
    initialData: name,
    ...(treeAddress && { treeAddress }),
  });
  return name;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  FakeSource.opened = [];
  requests = {};
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(10);
  setVisibility("visible");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setVisibility(state: "hidden" | "visible") {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const send = (treeAddress: string) =>
  FakeSource.current.onmessage({ data: JSON.stringify({ type: "campaign.paused", data: { treeAddress } }) });

describe("usePoll with the event stream", () => {
  it("requests data once for changes that arrive together, well before the next poll", async () => {
    show(<Polled name="one" treeAddress={TREE} />);
    expect(FakeSource.current.url).toBe(`/api/stream?treeAddress=${TREE}`);
    FakeSource.current.onopen();
    await pass(300);
    const before = requests.one ?? 0;
    send(TREE);
    send(TREE);
    await pass(300);
    expect(requests.one).toBe(before + 1);
  });

  it("shares one connection, and requests only data that the changed campaign affects", async () => {
    show(
      <>
        <Polled name="one" treeAddress={TREE} />
        <Polled name="list" />
      </>,
    );
    const open = FakeSource.opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED);
    expect(open.map(({ url }) => url)).toEqual(["/api/stream"]);
    FakeSource.current.onopen();
    await pass(300);
    const before = { ...requests };
    send(OTHER);
    await pass(300);
    expect([requests.one, requests.list]).toEqual([before.one, (before.list ?? 0) + 1]);
  });

  it("closes the connection while the tab is hidden, and when nothing is polled", async () => {
    const { unmount } = show(<Polled name="one" />);
    act(() => setVisibility("hidden"));
    expect(FakeSource.current.readyState).toBe(FakeSource.CLOSED);
    act(() => setVisibility("visible"));
    expect(FakeSource.opened).toHaveLength(2);
    unmount();
    await pass(10);
    expect(FakeSource.current.readyState).toBe(FakeSource.CLOSED);
  });

  it("polls every three seconds while the stream is unavailable, and tries the stream again later", async () => {
    show(<Polled name="one" />);
    FakeSource.current.close();
    FakeSource.current.onerror();
    await pass(9_500);
    expect(requests.one).toBeGreaterThanOrEqual(3);
    await pass(60_000);
    expect(FakeSource.opened).toHaveLength(2);
  });
});
