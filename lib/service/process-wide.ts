/** A value that the whole process shares, however many copies of a module Next has bundled into it. */
export function processWide<T>(name: string) {
  const key = Symbol.for(`vesting-index.${name}`);
  return {
    get: (): T | undefined => Reflect.get(globalThis, key),
    set: (value: T | undefined): void => void Reflect.set(globalThis, key, value),
  };
}
