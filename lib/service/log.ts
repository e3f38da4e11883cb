import pino from "pino";

export type Logger = pino.Logger;
export type LogLevel = "silent" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

const MAX_MESSAGE = 300;
const MAX_CAUSES = 3;

/** Lines are written together, up to so much text and so long after the first: to write each by itself costs as much as most answers. */
const [TOGETHER, TOGETHER_MS] = [5_000, 100];
/** When the destination begins to write: in bytes, of which a character has three at most. */
const WRITTEN = { minLength: 3 * TOGETHER, periodicFlush: TOGETHER_MS };

/** JSON lines, on standard output unless said; log an error as `{ error }`. Nothing logs headers or bodies. */
export function createLogger(
  level: LogLevel,
  destination: pino.DestinationStream = standardOutput(),
  /** What every line says. */
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

/** As pino's `isoTime`, the whole second of which many lines share. */
function timeOfLine(): string {
  const nowMs = Date.now();
  const ms = nowMs % 1000;
  if (nowMs - ms !== lastSecond.at) {
    lastSecond.at = nowMs - ms;
    lastSecond.text = `,"time":"${new Date(lastSecond.at).toISOString().slice(0, -4)}`;
  }
  return `${lastSecond.text}${String(ms).padStart(3, "0")}Z"`;
}

/**
 * Lines on their way to a destination of pino's, which measures all that it holds with each line that it is given: it gets
 * many at a time.
 */
class Lines implements pino.DestinationStream {
  private text = "";
  private timer: NodeJS.Timeout | undefined;
  private readonly destination: ReturnType<typeof pino.destination>;

  constructor(descriptor: number) {
    // Before the destination hears of the end, and writes what it has.
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

  /** Leaves the destination with less than it begins to write by itself, which nobody would wait for. */
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

/** One for all loggers of the process; what it holds is written when the process ends, however it does but by SIGKILL. */
function standardOutput(): pino.DestinationStream {
  output ??= new Lines(1);
  return output;
}

/**
 * Has an error that is printed to the console become a line of the log: Next prints what a page failed of, with all
 * parameters of its statement. Gives the way back.
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
 * What a log may keep of an error: kind, code, message and stack frames. Database errors carry the statement's
 * parameters, which may be what a client sent, so the message ends where they begin.
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
