import { once } from "node:events";
import type { Server } from "node:http";
import type { ListenOptions } from "node:net";

/** An error that the operator can fix; only its message is printed. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Maximum new connections that the kernel keeps until this process accepts them. If the queue is full, it drops
 * the next ones, whose clients try again only after a second. Node's default of 511 is too few for a burst of connections.
 */
const BACKLOG = 4_096;

/**
 * Listens on a port.
 * @throws StartError that names the setting if the port is taken
 */
export async function listen(
  server: Server,
  at: ListenOptions,
  setting: "PORT" | "METRICS_PORT",
): Promise<void> {
  server.listen({ backlog: BACKLOG, ...at });
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartError(
      `Port ${at.port} on ${at.host} is in use. Stop the process that uses it, or set ${setting} to another port.`,
    );
  });
}
