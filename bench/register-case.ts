import { createReadStream, readFileSync } from "node:fs";
import nacl from "tweetnacl";
import { POST } from "@/app/api/campaigns/route";
import { walletAuthorization, walletMessageBytes } from "@/lib/core/auth/wallet-message";
import { issueNonce } from "@/lib/service/auth/wallet";
import { readEnv } from "@/lib/service/env";
import { openServices, provideServices, type Services } from "@/lib/service/services";
import type { RegisterCase, RegisterFigures } from "./register";

/** Registers prepared bodies in a process of its own, so that the peak of its memory is that of one case. */

/** The kernel's own peak of resident memory, in MiB; nothing that this process samples itself could miss less. */
function peakMemory(): number {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (peak) return Number(peak) / 1024;
  } catch {
    // Only Linux has the file.
  }
  return process.resourceUsage().maxRSS / 1024;
}

function authorization(nonce: { nonce: string; serverTime: number }, given: RegisterCase): string {
  const message = walletMessageBytes({
    nonce: nonce.nonce,
    timestamp: nonce.serverTime,
    wallet: given.creator,
  });
  const secretKey = Uint8Array.from(Buffer.from(given.secretKey, "hex"));
  return walletAuthorization(nacl.sign.detached(message, secretKey), message);
}

function streamOf(path: string): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = createReadStream(path)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function register(path: string, given: RegisterCase, services: Services) {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    authorization: authorization(await issueNonce(services), given),
  };
  if (given.gzip) headers["content-encoding"] = "gzip";
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, duplex: "half" };
  const request = new Request("http://localhost/api/campaigns", { ...init, body: streamOf(path) });
  const start = performance.now();
  const before = process.cpuUsage();
  const response = await POST(request, { params: Promise.resolve({}) });
  const text = await response.text();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  if (response.status !== 201) throw new Error(`The registration was answered ${response.status}: ${text}`);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

async function run(given: RegisterCase): Promise<RegisterFigures> {
  const env = readEnv({ ...given.settings, RATE_LIMIT: "off", LOG_LEVEL: "silent" });
  const opened = await openServices(env);
  // Nothing of the measured work waits for a ledger: the bodies are of campaigns that no ledger holds.
  const services: Services = { ...opened.services, chain: null };
  provideServices(services);
  await register(given.warmUp, given, services);
  const memoryBefore = process.memoryUsage.rss() / 1024 ** 2;
  const rounds: RegisterFigures["rounds"] = [];
  for (const path of given.bodies) rounds.push(await register(path, given, services));
  const peak = peakMemory();
  await opened.close();
  return { rounds, memoryBefore, peakMemory: peak };
}

process.once("message", (given: RegisterCase) => {
  run(given).then(
    (figures) => process.send?.(figures, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
