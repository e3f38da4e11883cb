import { ConnectionLostError } from "@/components/service/service-fetch";
import type { Translator } from "@/lib/core/i18n/translator";

/** A message of a worker: its progress, its result, or the message of the error that ended it. */
export type WorkerMessage =
  | { done: number; total: number }
  | { result: unknown }
  | { failure: string | null };

/** `onProgress` receives the progress. `t` translates error messages. */
export type WorkerRun = { t: Translator; onProgress?: (done: number, total: number) => void };

/**
 * Sends a request to a worker, returns its result, and terminates it.
 * @throws Error with the message of the worker's error, or if the browser stopped it
 * @throws ConnectionLostError if the script of the worker fails to load
 */
export async function runWorker<Result>(
  worker: Worker,
  request: unknown,
  { t, onProgress }: WorkerRun,
): Promise<Result> {
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if ("result" in data) resolve(data.result as Result);
        else if ("failure" in data) reject(new Error(data.failure ?? t("The task failed.")));
        else onProgress?.(data.done, data.total);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        // An error of a running script has a message. A script that failed to load has none.
        const hasRun = event instanceof ErrorEvent && event.message !== "";
        reject(
          hasRun
            ? new Error(
                t(
                  "The browser stopped this task, probably because it ran out of memory. Reload the page and try again.",
                ),
              )
            : new ConnectionLostError(
                t("Part of the page could not be loaded. Check your connection and try again."),
              ),
        );
      };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
