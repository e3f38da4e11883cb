import * as z from "zod";
import { toJson } from "./encode/json";
import type { Method } from "./method";
import { invalidParams, RPC_CODES, RpcError } from "./rpc-error";

type RpcAnswer =
  | { jsonrpc: "2.0"; result: unknown; id: RequestId }
  | { jsonrpc: "2.0"; error: { code: number; message: string; data?: unknown }; id: RequestId };

type RequestId = string | number | null;

const requestId = z.union([z.string(), z.number(), z.null()]);
const requestSchema = z.object({
  jsonrpc: z.literal("2.0").nullish(),
  method: z.string(),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
  id: requestId.optional(),
});
type Request = z.output<typeof requestSchema>;

export type Dispatcher = {
  /** Answers one request or a batch, as JSON; returns undefined for notifications alone. */
  answer(request: unknown): Promise<string | undefined>;
};

/** Requests in one batch, as at node providers. */
const MAX_BATCH = 100;
/** Characters of a batch's answers, after which its other requests are refused. */
const MAX_BATCH_ANSWER = 32 * 1024 * 1024;

/** Routes requests to methods by name. `onError` receives unexpected errors. */
export function createDispatcher(
  findMethod: (name: string) => Method | undefined,
  onError: (error: unknown, method: string) => void,
): Dispatcher {
  async function run({ method: name, params, jsonrpc }: Request): Promise<{ result: unknown } | RpcError> {
    if (!jsonrpc) return new RpcError(RPC_CODES.invalidRequest, "Unsupported JSON-RPC protocol version");
    const method = findMethod(name);
    if (method === undefined) return new RpcError(RPC_CODES.methodNotFound, "Method not found");
    if (params && !Array.isArray(params)) return invalidParams("`params` should be an array");
    try {
      return { result: await method(params ?? []) };
    } catch (error) {
      if (error instanceof RpcError) return error;
      onError(error, name);
      return new RpcError(RPC_CODES.internalError, "Internal error");
    }
  }
  async function answerOne(request: unknown): Promise<RpcAnswer | undefined> {
    const parsed = requestSchema.safeParse(request);
    if (!parsed.success) {
      return failure(readId(request), new RpcError(RPC_CODES.invalidRequest, "Invalid request"));
    }
    const { id } = parsed.data;
    const outcome = await run(parsed.data);
    if (id === undefined) return undefined;
    return outcome instanceof RpcError ? failure(id, outcome) : { jsonrpc: "2.0", ...outcome, id };
  }
  async function answerBatch(requests: readonly unknown[]): Promise<string | undefined> {
    if (requests.length === 0) return invalidRequest("Invalid request");
    if (requests.length > MAX_BATCH) return invalidRequest(`Too many requests in a batch; max ${MAX_BATCH}`);
    const answers: string[] = [];
    let length = 0;
    for (const request of requests) {
      const answer = length > MAX_BATCH_ANSWER ? tooLarge(request) : await answerOne(request);
      if (answer === undefined) continue;
      const text = toJson(answer);
      answers.push(text);
      length += text.length;
    }
    return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
  }
  return {
    async answer(request) {
      if (Array.isArray(request)) return answerBatch(request);
      const answer = await answerOne(request);
      return answer && toJson(answer);
    },
  };
}

export const parseErrorAnswer = (): string =>
  toJson(failure(null, new RpcError(RPC_CODES.parseError, "Parse error")));

const invalidRequest = (message: string): string =>
  toJson(failure(null, new RpcError(RPC_CODES.invalidRequest, message)));

const tooLarge = (request: unknown): RpcAnswer =>
  failure(readId(request), new RpcError(RPC_CODES.internalError, "The response of the batch is too large"));

function failure(id: RequestId, { code, message, data }: RpcError): RpcAnswer {
  return { jsonrpc: "2.0", error: { code, message, ...(data !== undefined && { data }) }, id };
}

function readId(request: unknown): RequestId {
  const parsed = z.object({ id: requestId }).safeParse(request);
  return parsed.success ? parsed.data.id : null;
}
