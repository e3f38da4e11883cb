import { expect, test } from "vitest";
import { Rounds } from "@/db/rounds";

/** Rounds that end when they are told to, each with its number. */
function numbered() {
  const ends: ((fails?: boolean) => void)[] = [];
  const rounds = new Rounds(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1;
        ends.push((fails) => (fails ? reject(new Error(`round ${number}`)) : resolve(number)));
      }),
  );
  return { rounds, ends };
}

test("who comes while a round is under way gets the next one, and all who do get the same", async () => {
  const { rounds, ends } = numbered();
  const first = rounds.join();
  const late = [rounds.join(), rounds.join(), rounds.join()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  const later = rounds.join();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await Promise.all(late)).toEqual([2, 2, 2]);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  expect(await later).toBe(3);
});

test("a round that fails does so for who was in it, and the next one goes on", async () => {
  const { rounds, ends } = numbered();
  const failing = expect(rounds.join()).rejects.toThrow("round 1");
  const late = rounds.join();
  ends[0]?.(true);
  await failing;
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await late).toBe(2);
});
