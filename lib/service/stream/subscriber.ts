import type { ChangePosition } from "@/db/queries/events/change-log";

/** Bytes that wait for a reader before it counts as too slow. */
const MAX_WAITING_BYTES = 256 * 1024;
/** Time that a reader may take to receive older changes. */
const DRAIN_MS = 20_000;

/** Selects the changes of one campaign or of one wallet; null for all. */
export type StreamFilter = { treeAddress: string | null; address: string | null };

const encoder = new TextEncoder();

/** One connection: a response body with a bounded buffer. */
export class Subscriber {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Whether new changes are sent at once; false while older ones are read. */
  isLive = false;
  isClosed = false;
  private controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  private onDrain: () => void = () => undefined;

  constructor(
    readonly filter: StreamFilter,
    /** The position up to which the reader has everything. */
    public position: ChangePosition,
    private readonly onClose: () => void,
  ) {
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.controller = controller;
        },
        pull: () => this.onDrain(),
        cancel: () => this.end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
  }

  /** Sends text, or disconnects a reader that has not read earlier text. */
  send(text: string): void {
    if (this.isClosed || !this.controller || text === "") return;
    if (this.hasCapacity) this.controller.enqueue(encoder.encode(text));
    else this.fail();
  }

  /** Waits until the reader has read earlier text. Returns false if it is gone or too slow. */
  async waitForDrain(): Promise<boolean> {
    if (this.isClosed || this.hasCapacity) return !this.isClosed;
    const timer = setTimeout(() => this.fail(), DRAIN_MS);
    await new Promise<void>((resolve) => {
      this.onDrain = resolve;
    });
    clearTimeout(timer);
    return !this.isClosed;
  }

  /** Ends the response. The reader may reconnect. */
  close(): void {
    if (!this.isClosed) this.controller?.close();
    this.end();
  }

  private get hasCapacity(): boolean {
    return (this.controller?.desiredSize ?? 0) > 0;
  }

  private fail(): void {
    if (!this.isClosed)
      this.controller?.error(new Error("The stream was aborted because its client read it too slowly."));
    this.end();
  }

  private end(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onDrain();
    this.onClose();
  }
}
