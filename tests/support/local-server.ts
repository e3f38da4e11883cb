import type { Server } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";

export type LocalServer = { port: number; url: string; close(): Promise<void> };

/** Makes a server listen on a free port of 127.0.0.1; `close` ends the server with all its connections. */
export async function listenLocally(server: Server | SecureServer): Promise<LocalServer> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
