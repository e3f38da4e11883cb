import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import nacl from "tweetnacl";
import { recipientsTree, writeRegistration } from "@/bench/support/registration-body";
import { walletAuthorization, walletMessageBytes } from "@/lib/core/auth/wallet-message";
import { createWallet, type Wallet } from "../support/http";
import { send } from "./send";

type Count = (answer: number | string) => void;
type Attack = {
  name: string;
  /** Makes what the attack sends, before anything is measured; gives one round of it. */
  prepare(port: number): Promise<(count: Count) => Promise<void>>;
};

/** All attacks come from one address, which is nobody else's. */
const FROM = "127.0.9.9";
const json = { "content-type": "application/json" };
const gzipped = { ...json, "content-encoding": "gzip" };
const MEBIBYTES = 64;

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const bomb = (start: string, unit: string) =>
  gzipSync(start + unit.repeat(Math.floor((MEBIBYTES * 1_048_576 - start.length) / unit.length)));

const recipient = (index: number) => ({
  beneficiary: createWallet(new Uint8Array(32).fill(1 + (index % 250))).address,
  amount: "1000",
  releaseType: 2,
  startTime: 1,
  cliffTime: 1,
  endTime: 2,
  milestoneIdx: Math.floor(index / 250) % 256,
});

async function open(port: number, text: string): Promise<Socket | null> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: FROM });
  socket.on("error", () => undefined).on("data", () => undefined);
  const opened = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false);
  if (!opened) return null;
  socket.write(text);
  return socket;
}

/** Holds what was opened for a while, and counts what the service still keeps open then. */
async function hold(opening: Promise<Socket | null>[], ms: number, count: Count): Promise<void> {
  const sockets = await Promise.all(opening);
  await pause(ms);
  for (const socket of sockets) {
    count(socket === null || socket.destroyed || socket.readableEnded ? "closed" : "open");
    socket?.destroy();
  }
}

export async function signIn(
  port: number,
  wallet: Wallet,
  localAddress = FROM,
): Promise<{ authorization: string }> {
  const { text } = await send({ port, path: "/api/auth/nonce", localAddress });
  const { nonce, serverTime } = JSON.parse(text);
  const message = walletMessageBytes({ nonce, timestamp: serverTime, wallet: wallet.address });
  return { authorization: walletAuthorization(nacl.sign.detached(message, wallet.secretKey), message) };
}

let lastCampaignId = 0n;

/** A gzipped registration of a tree of as many leaves, and what to ask for one of its proofs. */
export async function registration(wallet: Wallet, leaves: number) {
  lastCampaignId += 1n;
  const path = join(tmpdir(), `vesting-index-attack-${process.pid}-${lastCampaignId}.json.gz`);
  const prepared = await recipientsTree(leaves);
  const of = { path, creator: wallet.address, campaignId: lastCampaignId, proofs: false, gzip: true };
  await writeRegistration(prepared, of);
  const body = await readFile(path);
  await rm(path);
  return { body, beneficiary: prepared.leaves[0]?.beneficiary ?? "" };
}

export const ATTACKS: readonly Attack[] = [
  {
    name: "bombs",
    async prepare(port) {
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
        const answers = bodies.map((body) =>
          send({
            port,
            method: "POST",
            path: "/api/campaigns/prepare",
            headers: gzipped,
            localAddress: FROM,
            body,
          }),
        );
        for (const { status } of await Promise.all(answers)) count(status);
      };
    },
  },
  {
    name: "stalled uploads",
    async prepare(port) {
      const head = `POST /api/campaigns/prepare HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 64512\r\n\r\n`;
      const body = `{"recipients":[${"[],".repeat(20_000)}`;
      return (count) =>
        hold(
          times(80, () => open(port, head + body.slice(0, 63_000))),
          12_000,
          count,
        );
    },
  },
  {
    name: "slow headers and idle connections",
    async prepare(port) {
      const opening = () => times(1_000, (index) => open(port, index % 2 ? "GET / HTTP/1.1\r\nX-A: " : ""));
      return (count) => hold(opening(), 14_000, count);
    },
  },
  {
    name: "upgrades",
    async prepare(port) {
      const paths = ["/", "/api/health", "/_next/webpack-hmr", "/nowhere", "/campaigns"];
      const ask = (path = "/") =>
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
      return (count) =>
        hold(
          times(100, (index) => open(port, ask(paths[index % paths.length]))),
          5_000,
          count,
        );
    },
  },
  {
    name: "20 prepares of 10,000",
    async prepare(port) {
      const body = gzipSync(JSON.stringify({ recipients: times(10_000, recipient) }));
      return async (count) => {
        const answers = times(20, () =>
          send({
            port,
            method: "POST",
            path: "/api/campaigns/prepare",
            headers: gzipped,
            localAddress: FROM,
            body,
          }),
        );
        for (const { status } of await Promise.all(answers)) count(status);
      };
    },
  },
  {
    name: "200 simulates and 200 pages at once",
    async prepare(port) {
      const body = JSON.stringify({
        ...{ amount: "18446744073709551615", releaseType: 1, points: 500 },
        ...{ startTime: 1, cliffTime: 1, endTime: 4_000_000_000 },
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 180 });
      const from = { port, localAddress: FROM, agent };
      return async (count) => {
        const answers = times(200, (index) => [
          send({ ...from, method: "POST", path: "/api/simulate-vesting", headers: json, body }),
          send({ ...from, path: ["/", "/campaigns", "/docs"][index % 3] }),
          send({ ...from, path: "/api/none", method: index % 2 ? "OPTIONS" : "GET" }),
        ]).flat();
        for (const { status } of await Promise.all(answers)) count(status);
      };
    },
  },
  {
    name: "forms that end in the middle",
    async prepare(port) {
      const rows = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU,1,cliff,1,1,1\n".repeat(20_000);
      const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
      const bodies = [
        `${head}beneficiary\n${rows}\r\n--x--\r\n`,
        `${head}"${rows}\r\n--x--\r\n`,
        head + rows,
      ];
      return async (count) => {
        const answers = bodies.map(async (body) =>
          send({
            ...{ port, method: "POST", path: "/api/campaigns/import", localAddress: FROM, body },
            headers: {
              ...(await signIn(port, createWallet())),
              "content-type": "multipart/form-data; boundary=x",
            },
          }),
        );
        for (const { status } of await Promise.all(answers)) count(status);
        await pause(2_000);
      };
    },
  },
  {
    name: "a registration of 100,000 leaves",
    async prepare(port) {
      const wallet = createWallet();
      const { body } = await registration(wallet, 100_000);
      return async (count) => {
        const headers = { ...gzipped, ...(await signIn(port, wallet)) };
        const path = "/api/campaigns";
        const answer = await send({
          port,
          method: "POST",
          path,
          headers,
          localAddress: FROM,
          body,
          timeout: 300_000,
        });
        count(answer.status);
      };
    },
  },
];
