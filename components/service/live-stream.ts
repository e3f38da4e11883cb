"use client";

/** Pause before another attempt after the service refused the stream. */
const RETRY_MS = 60_000;
/** Responses that end sooner come from a deployment that only serves batches; polling is cheaper there. */
const SHORT_CONNECTION_MS = 2_000;
const MAX_BRIEF = 2;

type Listener = {
  /** The campaign whose changes matter; null for all. */
  treeAddress: string | null;
  onChange: () => void;
};

/** The event stream of this tab: one connection for all listeners, open while the tab is visible. */
class LiveStream {
  private readonly listeners = new Set<Listener>();
  private source: EventSource | undefined;
  private url = "";
  private openedMs = 0;
  private shortConnections = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** Whether changes arrive by the stream, so that polling only has to follow the time. */
  isLive = false;

  /** Adds a listener. Returns the function that removes it. */
  add(listener: Listener): () => void {
    if (this.listeners.size === 0) document.addEventListener("visibilitychange", this.update);
    this.listeners.add(listener);
    this.update();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) document.removeEventListener("visibilitychange", this.update);
      // Navigation removes the listeners of one page before it adds those of the next.
      setTimeout(this.update, 0);
    };
  }

  private readonly update = () => {
    const isWanted = this.listeners.size > 0 && document.visibilityState === "visible";
    const url = isWanted ? this.wantedUrl() : "";
    if (url === this.url) return;
    this.close();
    this.url = url;
    if (url !== "") this.open();
  };

  /** Returns the stream of a single campaign if all listeners want the same one. */
  private wantedUrl(): string {
    const [first, ...others] = new Set([...this.listeners].map(({ treeAddress }) => treeAddress));
    return first && others.length === 0 ? `/api/stream?treeAddress=${first}` : "/api/stream";
  }

  private open(): void {
    if (typeof EventSource === "undefined" || this.shortConnections >= MAX_BRIEF) return;
    const source = new EventSource(this.url);
    this.source = source;
    source.onopen = () => {
      this.openedMs = performance.now();
      this.isLive = true;
      // Changes since the page was rendered, or since the connection broke.
      this.notify(null);
    };
    source.onmessage = ({ data }) => this.notify(getTree(data));
    source.onerror = () => this.onError(source);
  }

  private onError(source: EventSource): void {
    if (this.isLive)
      this.shortConnections =
        performance.now() - this.openedMs < SHORT_CONNECTION_MS ? this.shortConnections + 1 : 0;
    this.isLive = false;
    if (source.readyState !== EventSource.CLOSED && this.shortConnections < MAX_BRIEF) return;
    this.close();
    this.retry = setTimeout(() => {
      this.url = "";
      this.update();
    }, RETRY_MS);
  }

  private notify(treeAddress: string | null): void {
    for (const listener of this.listeners)
      if (treeAddress === null || listener.treeAddress === null || listener.treeAddress === treeAddress)
        listener.onChange();
  }

  private close(): void {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = undefined;
    this.isLive = false;
  }
}

function getTree(data: unknown): string | null {
  try {
    const tree: unknown = Object(Object(JSON.parse(String(data))).data).treeAddress;
    return typeof tree === "string" ? tree : null;
  } catch {
    return null;
  }
}

export const liveStream = new LiveStream();
