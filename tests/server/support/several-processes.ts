import { createServer } from "node:http";
import { createLogger } from "@/lib/service/log";
import { followsNetwork, Processes, processNumber } from "@/server/processes";

/**
 * Starts `COUNT` processes of a server; those that `FAILING` names end before they listen. Reports the ports
 * to its parent, and each process logs its number.
 */

const number = processNumber();
const log = createLogger("info", undefined, { process: number ?? 0 });
const failing = (process.env.FAILING ?? "").split(",");

function oversee(): void {
  const processes = new Processes({
    count: Number(process.env.COUNT),
    log,
    onListening: (_, port) => process.send?.({ port }),
    onFailed: () => process.exit(1),
  });
  process.once("disconnect", () => process.exit(1));
  process.once("SIGTERM", async () => process.exit((await processes.close()) ? 0 : 1));
}

function serve(): void {
  if (failing.includes(String(number))) process.exit(3);
  const server = createServer((_, response) => response.end("here")).listen(0, "127.0.0.1", () => {
    log.info({ number, pid: process.pid, follows: followsNetwork(), flags: process.execArgv }, "listens");
  });
  process.once("SIGTERM", () => {
    server.close(() => process.exit(Number(process.env.EXIT_CODE ?? 0)));
    server.closeAllConnections();
  });
}

if (number === undefined) oversee();
else serve();
