/**
 * Writes as many lines to the log as its second argument states, then ends in the way that the first one
 * names.
 */
import { createLogger } from "@/lib/service/log";

const log = createLogger("info");
const [, , end = "", lines] = process.argv;
for (let line = 0; line < Number(lines); line++) log.info({ line }, "request");

const more = () => {
  for (let line = Number(lines); line < 2 * Number(lines); line++) log.info({ line }, "request");
};
const ends: Record<string, () => void> = {
  "by itself": () => undefined,
  "by process.exit": () => process.exit(3),
  "by process.exit, after a pause and as many again": () => {
    setTimeout(() => {
      more();
      process.exit(3);
    }, 150);
  },
  "by what nobody catches": () => {
    setTimeout(() => {
      throw new Error("This error is not caught.");
    });
  },
  "by a signal after a fatal line": () => {
    log.fatal("the end");
    process.kill(process.pid, "SIGKILL");
  },
};
ends[end]?.();
