import { expect, onTestFinished, test } from "vitest";
import { globalSingleton } from "@/lib/service/global-singleton";

test("creates the value once for all copies of a module, and again after it is removed", () => {
  const [copy, other] = [globalSingleton<object>("test"), globalSingleton<object>("test")];
  onTestFinished(() => copy.set(undefined));
  const created = copy.getOrCreate(() => ({}));
  expect(other.getOrCreate(() => ({}))).toBe(created);
  expect(other.get()).toBe(created);
  copy.set(undefined);
  expect(other.getOrCreate(() => ({}))).not.toBe(created);
});
