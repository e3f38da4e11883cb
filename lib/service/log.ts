import pino from "pino";

export type Logger = pino.Logger;
export type LogLevel = "silent" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

const MAX_MESSAGE = 300;
const MAX_CAUSES = 3;

/**
 * Lines are buffered up to this many characters and milliseconds: writing each line separately costs as much
 * as handling most requests.
 */
const [TOGETHER, TOGETHER_MS] = [5_000, 100];
/** The destination starts writing at this many bytes; a character has at most three bytes. */
const WRITTEN = { minLength: 3 * TOGETHER, periodicFlush: TOGETHER_MS };

/**
 * Creates a logger of JSON lines, by default on standard output. Errors are logged as `{ error }`. Headers
 * and bodies are never logged.
 */
export function createLogger(
  level: LogLevel,
  destination: pino.DestinationStream = standardOutput(),
  /** Fields of every line. */
  base?: { process: number },
): Logger {
  const options = {
    level,
    base,
    timestamp: timeOfLine,
    serializers: { error: (error: unknown) => describeError(error) },
  };
  return pino(options, destination);
}

const lastSecond = { at: Number.NaN, text: "" };

/** Formats like pino's `isoTime`, but caches the whole second, which many lines share. */
function timeOfLine(): string {
  const nowMs = Date.now();
  const ms = nowMs % 1000;
  if (nowMs - ms !== lastSecond.at) {
    lastSecond.at = nowMs - ms;
    lastSecond.text = `,"time":"${new Date(lastSecond.at).toISOString().slice(0, -4)}`;
  }
  return `${lastSecond.text}${String(ms).padStart(3, "0")}Z"`;
}

/** Buffers lines for a pino destination, which measures its whole buffer for each write. */
class Lines implements pino.DestinationStream {
  private text = "";
  private timer: NodeJS.Timeout | undefined;
  private readonly destination: ReturnType<typeof pino.destination>;

  constructor(descriptor: number) {
    // Registered before the destination's own exit handlers, which flush it.
    process.prependListener("beforeExit", this.finish);
    process.prependListener("exit", this.finish);
    this.destination = pino.destination({ dest: descriptor, sync: false, ...WRITTEN });
  }

  write(line: string): void {
    this.text += line;
    if (this.text.length >= TOGETHER) this.pass();
    else this.timer ??= setTimeout(this.pass, TOGETHER_MS).unref();
  }

  /** Called by pino after a fatal line. */
  flushSync(): void {
    this.finish();
    this.destination.flushSync();
  }

  /**
   * Flushes the destination first, so that the last write stays below the size at which it starts an
   * asynchronous write.
   */
  private readonly finish = (): void => {
    if (this.text === "") return;
    this.destination.flushSync();
    this.pass();
  };

  private readonly pass = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { text } = this;
    this.text = "";
    if (text !== "") this.destination.write(text);
  };
}

let output: pino.DestinationStream | undefined;

/** Returns the output that all loggers of the process share. It is flushed at every exit except SIGKILL. */
function standardOutput(): pino.DestinationStream {
  output ??= new Lines(1);
  return output;
}

/**
 * Redirects errors that are printed to the console to the log: Next prints the error of a failed page with
 * all parameters of its statement. Returns a function that undoes this.
 */
export function logPrintedErrors(log: Logger): () => void {
  // biome-ignore lint/suspicious/noConsole: what others print is taken from there.
  const print = console.error;
  console.error = (...printed: unknown[]) => {
    const error = printed.find((value) => value instanceof Error);
    if (error) log.error({ error }, "page failed");
    else print(...printed);
  };
  return () => {
    console.error = print;
  };
}

/**
 * Returns the parts of an error that may be logged: kind, code, message and stack frames. Database errors
 * contain the statement's parameters, which may be client data, so the message is cut before them.
 */
function describeError(error: unknown, depth = 0): object {
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
