import { geyserUpdate } from "@/lib/service/chain/geyser/geyser-update";
import type { Env } from "@/lib/service/env";
import { type Check, passed, warning, withinTime, writeSentence } from "./check";

/** Blocks arrive several times per second. */
const WAIT_SECONDS = 10;

/** Checks that the server of GEYSER_URL delivers blocks. Without it the service still indexes by polling. */
export async function examineStream(env: Env): Promise<Check[]> {
  if (env.GEYSER_URL === undefined) return [];
  const name = `stream ${new URL(env.GEYSER_URL).host}`;
  try {
    return [passed(name, `delivers blocks, at slot ${await readSlot(env.GEYSER_URL, env.GEYSER_TOKEN)}`)];
  } catch (error) {
    const fix =
      "Check GEYSER_URL and GEYSER_TOKEN. Pass a certificate authority of your own with NODE_EXTRA_CA_CERTS.";
    return [warning(name, writeSentence(error), fix)];
  }
}

/** Returns the slot of the first block that the server sends. */
async function readSlot(url: string, token: string | undefined): Promise<bigint> {
  const { openGeyserStream } = await import("@/lib/service/chain/geyser/geyser-client");
  const { stream, close } = openGeyserStream({ url, token });
  const arrived = new Promise<bigint>((resolve, reject) => {
    stream.on("error", reject);
    stream.on("data", (message: unknown) => {
      const { data } = geyserUpdate.safeParse(message);
      if (data && "blockMeta" in data) resolve(data.blockMeta.slot);
    });
    stream.on("end", () => reject(new Error("The server ended the subscription.")));
  });
  stream.write({ blocksMeta: { blocks: {} }, commitment: "CONFIRMED" });
  try {
    return await withinTime(arrived, WAIT_SECONDS);
  } finally {
    stream.cancel();
    close();
  }
}
