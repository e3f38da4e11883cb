import { ATTACKS } from "./attacks";

/**
 * A process of its own for each attack, so that what it costs to attack is not measured as what it costs to be attacked:
 * it prepares, says so, attacks for as long as it is told, and reports how it was answered.
 */
process.once("message", async ({ name, port, seconds }: { name: string; port: number; seconds: number }) => {
  const prepare = ATTACKS.find((attack) => attack.name === name)?.prepare;
  if (!prepare) throw new Error(`There is no attack named ${name}.`);
  const attack = await prepare(port);
  process.send?.({ ready: true });
  process.once("message", async () => {
    const counts: Record<string, number> = {};
    const count = (answer: number | string) => {
      counts[answer] = (counts[answer] ?? 0) + 1;
    };
    const until = performance.now() + seconds * 1000;
    do await attack(count);
    while (performance.now() < until);
    process.send?.({ counts }, () => process.exit(0));
  });
});
