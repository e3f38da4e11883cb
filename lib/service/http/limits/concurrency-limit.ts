import PQueue from "p-queue";
import { retryLater } from "@/lib/core/errors";

export type ConcurrencyLimits = {
  /** Maximum running tasks. */
  concurrency: number;
  /** Maximum waiting tasks. */
  queued: number;
  /** Maximum tasks of one client, running and waiting. */
  perClient: number;
  waitMs: number;
};

const RETRY_SECONDS = 5;

/** Returns the error for a request that exceeds the capacity. */
export const busy = () =>
  retryLater("SERVICE_UNAVAILABLE", `The service is busy. Try again in ${RETRY_SECONDS} s.`, RETRY_SECONDS);

/** Limits the running tasks and queues further ones, by priority. */
export class ConcurrencyLimit {
  private readonly queue: PQueue;
  private readonly tasksOf = new Map<string, number>();
  private acquired = 0;

  constructor(private readonly limits: ConcurrencyLimits) {
    this.queue = new PQueue({ concurrency: limits.concurrency });
  }

  get counts(): { running: number; waiting: number } {
    return { running: this.queue.pending, waiting: this.queue.size };
  }

  /**
   * Waits for a permit; the task with the highest priority is next. By default, the client with the fewest tasks
   * has it. Returns the release function of the permit, which may be called repeatedly.
   * @throws SERVICE_UNAVAILABLE
   */
  acquire(client: string, priority?: number): Promise<() => void> {
    const { queued, perClient, waitMs } = this.limits;
    const tasks = this.tasksOf.get(client) ?? 0;
    const isQueueFull = this.queue.size >= queued && this.queue.pending >= this.limits.concurrency;
    if (isQueueFull || tasks >= perClient) throw busy();
    this.tasksOf.set(client, tasks + 1);
    const id = String(this.acquired++);
    return new Promise((resolve, reject) => {
      let isExpired = false;
      const timer = setTimeout(() => {
        isExpired = true;
        this.forget(client);
        // Leaves the queue with the next free permit, so that expired tasks do not fill it.
        this.queue.setPriority(id, Number.MAX_SAFE_INTEGER);
        reject(busy());
      }, waitMs);
      const task = async () => {
        if (isExpired) return;
        clearTimeout(timer);
        await new Promise<void>((release) => resolve(release));
        this.forget(client);
      };
      this.queue.add(task, { id, priority: priority ?? -tasks });
    });
  }

  private forget(client: string): void {
    const left = (this.tasksOf.get(client) ?? 1) - 1;
    if (left > 0) this.tasksOf.set(client, left);
    else this.tasksOf.delete(client);
  }
}
