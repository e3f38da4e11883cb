const MAX_MESSAGE = 300;
const MAX_CAUSES = 3;

/**
 * What a log may keep of an unforeseen error: kind, code, message and stack frames. Database errors carry the
 * statement's parameters, which may be what a client sent, so the message ends where they begin.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const message = error.message.split("\nparams:")[0]?.slice(0, MAX_MESSAGE);
  const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? [];
  return {
    name: error.name,
    message,
    ...("code" in error && typeof error.code === "string" && { code: error.code }),
    stack: frames.map((line) => line.trim()),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}
