import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type FaultyProxy = {
  port: number;
  /** Returns a URL that leads to the server through the proxy. */
  through(url: string): string;
  /** Accepts connections and forwards nothing, in either direction, until `pass`. */
  hang(): void;
  /** Ends every connection at once, and refuses new ones until `pass`. */
  refuse(): Promise<void>;
  /** Ends every connection at once, and accepts new ones. */
  cut(): void;
  /** Ends every connection as soon as the server next sends data, which is not forwarded. */
  cutAtAnswer(): void;
  pass(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a proxy between a client and a TCP server that simulates failures of networks and servers. Without a
 * target it never answers.
 */
export async function startFaultyProxy(target?: { host: string; port: number }): Promise<FaultyProxy> {
  const pairs = new Map<Socket, Socket | undefined>();
  let isHanging = target === undefined;
  let isCutting = false;
  const cut = () => {
    for (const [client, server] of pairs) {
      client.resetAndDestroy();
      server?.destroy();
    }
  };
  const flow = (socket: Socket) => (isHanging ? socket.pause() : socket.resume());
  const server = createServer((client) => {
    const upstream = target && connect(target.port, target.host);
    pairs.set(client, upstream);
    client
      .on("error", () => undefined)
      .on("close", () => {
        upstream?.destroy();
        pairs.delete(client);
      });
    upstream?.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.on("data", (bytes) => upstream?.write(bytes));
    upstream?.on("data", (bytes) => {
      if (isCutting) cut();
      else client.write(bytes);
    });
    flow(client);
    if (upstream) flow(upstream);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const set = (hanging: boolean) => {
    isHanging = hanging;
    for (const [client, upstream] of pairs) {
      flow(client);
      if (upstream) flow(upstream);
    }
  };
  const stopListening = () =>
    new Promise((closed) => {
      server.close(closed);
      cut();
    });
  return {
    port,
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).toString(),
    hang: () => set(true),
    refuse: async () => void (server.listening && (await stopListening())),
    cut,
    cutAtAnswer: () => {
      isCutting = true;
    },
    async pass() {
      isCutting = false;
      set(false);
      if (!server.listening) await listen(port);
    },
    async close() {
      if (server.listening) await stopListening();
    },
  };
}

const STEP_MS = 50;

/**
 * Returns the result of `work`, and whether it arrived within `ms` milliseconds, counted by a timer of this
 * process: time in which the machine was busy does not count.
 */
export async function inSequence<T>(ms: number, work: Promise<T>): Promise<{ given: T; isDue: boolean }> {
  let steps = 0;
  const timer = setInterval(() => steps++, STEP_MS);
  try {
    const given = await work;
    return { given, isDue: steps * STEP_MS <= ms };
  } finally {
    clearInterval(timer);
  }
}
