import { move, transferableSymbol, valueSymbol } from "piscina";
import { isApiError } from "@/lib/core/errors";
import { tasks } from "@/lib/service/registration/worker-jobs/tasks";
import { findBuffers, type WorkerRequest, type WorkerResponse } from "./messages";

/** Runs a task in a worker thread and transfers the buffers of its result. */
export default async function work({ name, input }: WorkerRequest): Promise<unknown> {
  const outcome = await (tasks[name] as (params: object) => Promise<object>)(input).then(
    (result): WorkerResponse => ({ result }),
    refused,
  );
  return move({ [transferableSymbol]: findBuffers(outcome), [valueSymbol]: outcome });
}

function refused(error: unknown): WorkerResponse {
  if (!isApiError(error)) return { failure: error };
  const { code, message, details, headers } = error;
  return { refusal: { code, message, details, headers } };
}
