/** A value that the whole process shares, however many copies of a module Next has bundled into it. */
export function processWide<T>(name: string) {
  const key = Symbol.for(`vesting-index.${name}`);
  // All copies hold the same box, since to look it up among the globals takes long for what every request does.
  const box: { value: T | undefined } = Reflect.get(globalThis, key) ?? { value: undefined };
  Reflect.set(globalThis, key, box);
  return {
    get: (): T | undefined => box.value,
    set(value: T | undefined): void {
      box.value = value;
    },
  };
}
