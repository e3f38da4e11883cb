import { createServer, type Server } from "node:http";
import { WebSocketServer } from "ws";
import type { PubSub } from "./pubsub";

const MAX_SOCKET_MESSAGE_BYTES = 64 * 1024;
const PORT_ATTEMPTS = 50;

type Listening = { http: Server; pubsub: PubSub; host: string; port: number; orNextPort: boolean };

/** Opens the port and the next one, where stock clients expect subscriptions. Both accept WebSockets. */
export async function listen({ http, pubsub, host, port, orNextPort }: Listening) {
  const subscriptions = new WebSocketServer({ noServer: true, maxPayload: MAX_SOCKET_MESSAGE_BYTES });
  const second = createServer((_request, response) => response.writeHead(426).end("WebSocket only\n"));
  for (const server of [http, second]) {
    server.on("upgrade", (request, socket, head) => {
      subscriptions.handleUpgrade(request, socket, head, (client) => pubsub.accept(client));
    });
  }
  return {
    port: await listenOnPair([http, second], host, { port, orNextPort }),
    async close() {
      for (const server of [http, second]) {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      }
    },
  };
}

/** Returns the first port of the pair. @throws RangeError when the ports are in use */
async function listenOnPair(
  servers: [Server, Server],
  host: string,
  { port, orNextPort }: { port: number; orNextPort: boolean },
): Promise<number> {
  const attempts = port === 0 || orNextPort ? PORT_ATTEMPTS : 1;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const bound = await tryPair(servers, host, port === 0 ? 0 : port + attempt);
    if (bound !== null) return bound;
  }
  throw new RangeError(`The ledger needs the ports ${port} and ${port + 1}, and one of them is taken.`);
}

async function tryPair(
  [first, second]: [Server, Server],
  host: string,
  port: number,
): Promise<number | null> {
  if (!(await listenOn(first, host, port))) return null;
  const bound = getPort(first);
  if (await listenOn(second, host, bound + 1)) return bound;
  await new Promise((closed) => first.close(closed));
  return null;
}

/** Returns whether the server could bind the port; false when another process uses it. */
function listenOn(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((settle, fail) => {
    const onError = (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? settle(false) : fail(error);
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      settle(true);
    });
  });
}

function getPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The server does not listen on a port.");
  }
  return address.port;
}
