import { type Answered, ATTACKS } from "./attacks/attacks";
import { type Load, load } from "./service/load";

/**
 * An order to the attacker: prepare the requests of an attack, attack for a number of seconds, or load the
 * service.
 */
export type Order = { prepare: string; port: number; leaves: number } | { seconds: number } | { load: Load };

let attack: ((count: (answer: Answered) => void) => Promise<void>) | undefined;

async function follow(order: Order): Promise<unknown> {
  if ("load" in order) return load(order.load);
  if ("prepare" in order) {
    const number = ATTACKS.findIndex(({ name }) => name === order.prepare);
    const found = ATTACKS[number];
    if (!found) throw new Error(`There is no attack named ${order.prepare}.`);
    attack = await found.prepare({ ...order, localAddress: `127.0.9.${100 + number}` });
    return { ready: true };
  }
  const counts: Record<string, number> = {};
  const until = performance.now() + order.seconds * 1000;
  do {
    await attack?.((answer) => {
      counts[answer] = (counts[answer] ?? 0) + 1;
    });
  } while (performance.now() < until);
  return { counts };
}

/** The attacker is a separate process, so that its own cost is not measured as the service's. */
process.on("message", async (order: Order) => {
  process.send?.(await follow(order));
});
