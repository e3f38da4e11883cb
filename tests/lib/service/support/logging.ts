/** Writes lines to the log and then ends as its argument says. */
import { createLogger } from "@/lib/service/log";

const log = createLogger("info");
for (let line = 0; line < 500; line++) log.info({ line }, "request");

const ends: Record<string, () => void> = {
  "by itself": () => undefined,
  "by process.exit": () => process.exit(3),
  "by what nobody catches": () => {
    setTimeout(() => {
      throw new Error("Nobody catches this.");
    });
  },
  "by a signal after a fatal line": () => {
    log.fatal("the end");
    process.kill(process.pid, "SIGKILL");
  },
  "with a line as it ends": () => {
    process.once("beforeExit", () => log.info("the end"));
  },
};
ends[process.argv[2] ?? ""]?.();
