import type { Server } from "node:http";
import type { ListenOptions } from "node:net";

/** Thrown for what the operator can mend; its message is all that needs printing. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Listens, or throws StartError that names the setting of a port that is taken. */
export function listen(server: Server, at: ListenOptions, setting: "PORT" | "METRICS_PORT"): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") return reject(error);
      const sentence = `Port ${at.port} on ${at.host} is taken: stop what listens there, or set ${setting} to another one.`;
      reject(new StartError(sentence));
    });
    server.listen(at, resolve);
  });
}
