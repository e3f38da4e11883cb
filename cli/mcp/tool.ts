import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { printError, printFailure } from "@/cli/terminal";
import { ApiClientError, InvalidResponseError, NetworkError } from "@/lib/client/api-error";
import { RpcCallError } from "@/lib/client/verify/rpc-call";
import { CheckStoppedError } from "@/lib/client/verify/verification";
import { isApiError } from "@/lib/core/errors";
import { toJson } from "@/lib/core/text/to-json";
import { ToolRefusedError } from "./context";
import { untrustedText } from "./untrusted-text";

/** The content of an answer; 64-bit integers may be bigint. */
export type Answer = Record<string, unknown>;

/** A tool of the server. `run` validates its arguments. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  run(input: unknown): Promise<Answer>;
};

type Definition<Input extends z.ZodObject> = Omit<Tool, "input" | "run"> & {
  input: Input;
  run(input: z.output<Input>): Promise<Answer>;
};

/** Returns a tool whose arguments have the types of its schema. */
export const defineTool = <Input extends z.ZodObject>(definition: Definition<Input>): Tool => ({
  ...definition,
  run: async (options) => definition.run(definition.input.parse(options)),
});

/** No tool changes anything: transactions are unsigned, and the server has no key. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
/** Longer answers would fill the context of a model. */
const MAX_ANSWER_CHARACTERS = 200_000;
const MAX_MESSAGE_CHARACTERS = 1_000;

/** Registers tools. A failure becomes an error result with a sentence. */
export function registerTools(server: McpServer, tools: readonly Tool[]): void {
  for (const { name, title, description, input, run } of tools)
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations: ANNOTATIONS },
      async (options) => toResult(() => run(options)),
    );
}

async function toResult(work: () => Promise<Answer>): Promise<CallToolResult> {
  try {
    const text = toJson(await work());
    if (text.length > MAX_ANSWER_CHARACTERS)
      throw new ToolRefusedError("The answer is too long. Request fewer items with `limit`.");
    return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) };
  } catch (error) {
    return { content: [{ type: "text", text: failureSentence(error) }], isError: true };
  }
}

/** Returns one line about a failure. Text of the service or the node is quoted, escaped and cut. */
export const failureSentence = (error: unknown): string =>
  untrustedText(writeSentence(error), MAX_MESSAGE_CHARACTERS).untrusted;

function writeSentence(error: unknown): string {
  if (error instanceof ApiClientError) {
    const wait = error.retryAfter === null ? "" : ` Wait ${error.retryAfter} seconds.`;
    return `The service responded ${error.code} (HTTP status ${error.status}).${wait} Its untrusted message: ${JSON.stringify(error.message)}`;
  }
  if (error instanceof RpcCallError)
    return `The node failed (${error.code}). Its untrusted message: ${JSON.stringify(error.message)}`;
  if (error instanceof z.ZodError) return `The arguments are not valid: ${z.prettifyError(error)}`;
  if (isApiError(error)) {
    const details = (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
    return [error.message, ...details].join(" ");
  }
  if (isExpected(error)) return error.message;
  printFailure(printError, error);
  return "The tool failed unexpectedly. The server's standard error has the details.";
}

/** Errors whose messages are sentences of this project. */
const isExpected = (error: unknown): error is Error =>
  [ToolRefusedError, NetworkError, InvalidResponseError, CheckStoppedError, RangeError].some(
    (kind) => error instanceof kind,
  );
