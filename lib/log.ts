import pino from "pino";

export type Logger = pino.Logger;
export type LogLevel = "silent" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

/** JSON lines on standard output; error objects keep their stack, and nothing logs headers or bodies. */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.err },
  });
}
