import type { WorkerMessage } from "./run-worker";

const post = (message: WorkerMessage) => self.postMessage(message);

/** Runs one request of `runWorker`, which terminates the worker afterwards. */
export function serveWorker<Request>(
  run: (request: Request, onProgress: (done: number, total: number) => void) => Promise<unknown>,
): void {
  self.onmessage = async ({ data }: MessageEvent<Request>) => {
    try {
      post({ result: await run(data, (done, total) => post({ done, total })) });
    } catch (error) {
      post({ failure: error instanceof Error ? error.message : null });
    }
  };
}
