import { once } from "node:events";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { createWallet } from "@/tests/support/http";
import { registration, send, sendSigned, signIn } from "../service/send";
import { prepareFuzz } from "./fuzz";

/** A status, or another outcome of a request. */
export type Answered = number | string;

type Attack = {
  name: string;
  /** Whether the attack mostly waits, so that others can run beside it. */
  isWaiting?: boolean;
  /** Prepares the requests of the attack before the measurement, and returns one round of it. */
  prepare(on: {
    port: number;
    /** The address of the attack, unless it uses many addresses: its limits and ports are its own. */
    localAddress: string;
    leaves: number;
  }): Promise<(count: (answer: Answered) => void) => Promise<void>>;
};

const json = { "content-type": "application/json" };
const gzipped = { ...json, "content-encoding": "gzip" };
const MEBIBYTES = 32;
const REFUSED_PAUSE_MS = 500;

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

const bomb = (start: string, unit: string) =>
  gzipSync(start + unit.repeat(Math.floor((MEBIBYTES * 1_048_576 - start.length) / unit.length)));

const RECIPIENTS = 250;

/** Returns recipients of 256 milestones each, because a key takes long to generate. */
function recipients(count: number) {
  const addresses = times(RECIPIENTS, (index) => createWallet(new Uint8Array(32).fill(1 + index)).address);
  return times(count, (index) => recipient(index, addresses[index % RECIPIENTS]));
}

const recipient = (index: number, beneficiary: string | undefined) => ({
  beneficiary,
  amount: "1000",
  releaseType: 2,
  startTime: 1,
  cliffTime: 1,
  endTime: 2,
  milestoneIdx: Math.floor(index / RECIPIENTS) % 256,
});

const prepareWith = ({ port, localAddress }: { port: number; localAddress: string }, body: Uint8Array) =>
  send({ port, localAddress, method: "POST", path: "/api/campaigns/prepare", headers: gzipped, body });

export const ATTACKS: readonly Attack[] = [
  {
    name: "bombs",
    async prepare(from) {
      const bodies = [
        bomb('{"recipients":[', "{},"),
        bomb('{"recipients":[', "[],"),
        bomb('{"recipients":', "["),
        bomb('{"recipients":[{', '"a":1,'),
        bomb('{"recipients":["', "\\u0061"),
        bomb('{"a":[', "{},"),
        bomb('{"recipients":[', " "),
      ];
      return async (count) => {
        const answers = await Promise.all(bodies.map((body) => prepareWith(from, body)));
        for (const { status } of answers) count(status);
      };
    },
  },
  {
    name: "stalled uploads, slow heads, idle connections, upgrades",
    isWaiting: true,
    prepare:
      async ({ port }) =>
      (count) =>
        holdSockets(port, count),
  },
  {
    name: "20 prepares of 10,000",
    async prepare(from) {
      const body = gzipSync(JSON.stringify({ recipients: recipients(10_000) }));
      return async (count) => {
        const answers = await Promise.all(times(20, () => prepareWith(from, body)));
        for (const { status } of answers) count(status);
      };
    },
  },
  {
    name: "200 simulates and 200 pages at once",
    async prepare({ port, localAddress }) {
      const body = JSON.stringify({
        ...{ amount: "18446744073709551615", releaseType: 1, points: 500 },
        ...{ startTime: 1, cliffTime: 1, endTime: 4_000_000_000 },
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 180 });
      const from = { port, localAddress, agent };
      return async (count) => {
        const answers = times(200, (index) => [
          send({ ...from, method: "POST", path: "/api/simulate-vesting", headers: json, body }),
          send({ ...from, path: ["/", "/campaigns", "/docs"][index % 3] }),
          send({ ...from, path: "/api/none", method: index % 2 ? "OPTIONS" : "GET" }),
        ]).flat();
        for (const { status } of await Promise.all(answers)) count(status);
        agent.destroy();
      };
    },
  },
  {
    name: "forms that end in the middle",
    async prepare({ port, localAddress }) {
      const rows = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU,1,cliff,1,1,1\n".repeat(20_000);
      const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
      const bodies = [
        `${head}beneficiary\n${rows}\r\n--x--\r\n`,
        `${head}"${rows}\r\n--x--\r\n`,
        head + rows,
      ];
      const from = { port, localAddress };
      return async (count) => {
        const answers = bodies.map(async (body) => {
          const form = { "content-type": "multipart/form-data; boundary=x" };
          const headers = { ...(await signIn(from, createWallet())), ...form };
          return send({ ...from, method: "POST", path: "/api/campaigns/import", body, headers });
        });
        for (const { status } of await Promise.all(answers)) count(status);
      };
    },
  },
  {
    name: "the largest registration",
    async prepare({ port, localAddress, leaves }) {
      let next = await registration(leaves);
      return async (count) => {
        const { wallet, body } = next;
        const answer = await sendSigned({ port, localAddress }, wallet, "/api/campaigns", body);
        count(answer.status);
        if (answer.status === 201) next = await registration(leaves);
        else await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS));
      };
    },
  },
  {
    name: "every route fuzzed",
    prepare: ({ port }) => prepareFuzz(port),
  },
];

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

/** Connections that are opened and left waiting, each kind from its own address. */
const KINDS = [
  { name: "uploads", count: 80, text: () => STALLED },
  { name: "half heads", count: 500, text: () => "GET / HTTP/1.1\r\nX-A: " },
  { name: "idle", count: 500, text: () => "" },
  { name: "upgrades", count: 100, text: (index: number) => upgrade(UPGRADED[index % UPGRADED.length]) },
];

/** Longer than an incomplete body or head may keep the service waiting. */
const HOLD_MS = 13_500;

/**
 * Opens all kinds at once, holds them, and counts the connections that the service has not closed by then.
 */
async function holdSockets(port: number, count: (stored: string) => void): Promise<void> {
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
