import { once } from "node:events";
import { connect, type Socket } from "node:net";

type Opening = { port: number; localAddress: string; text: string };

async function open({ text, ...to }: Opening): Promise<Socket | null> {
  const socket = connect({ ...to, host: "127.0.0.1" });
  socket.on("error", () => undefined).on("data", () => undefined);
  const opened = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false);
  if (!opened) return null;
  socket.write(text);
  return socket;
}

const STALLED =
  "POST /api/campaigns/prepare HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 64512\r\n\r\n" +
  `{"recipients":[${"[],".repeat(20_000)}`.slice(0, 63_000);

const UPGRADED = ["/", "/api/health", "/_next/webpack-hmr", "/nowhere", "/campaigns"];
const upgrade = (path = "/") =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

/** What is opened and left to wait, each kind from an address of its own. */
const KINDS = [
  { name: "uploads", count: 80, text: () => STALLED },
  { name: "half heads", count: 500, text: () => "GET / HTTP/1.1\r\nX-A: " },
  { name: "idle", count: 500, text: () => "" },
  { name: "upgrades", count: 100, text: (index: number) => upgrade(UPGRADED[index % UPGRADED.length]) },
];

/** Longer than a stopped body, or a head, may keep the service waiting. */
const HOLD_MS = 13_500;

/** Opens all kinds at once, holds them, and counts what the service has not closed by then. */
export async function holdSockets(port: number, count: (kept: string) => void): Promise<void> {
  const kinds = KINDS.map(async ({ name, count: times, text }, kind) => {
    const from = { port, localAddress: `127.0.9.${20 + kind}` };
    const opening = Array.from({ length: times }, (_, index) => open({ ...from, text: text(index) }));
    return { name, sockets: await Promise.all(opening) };
  });
  const opened = await Promise.all(kinds);
  await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
  for (const { name, sockets } of opened) {
    for (const socket of sockets) {
      const isOpen = socket !== null && !socket.destroyed && !socket.readableEnded;
      count(`${name} ${isOpen ? "open" : "closed"}`);
      socket?.destroy();
    }
  }
}
