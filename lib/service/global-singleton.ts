/** Returns a global singleton of the process, shared by all copies of a module that Next has bundled. */
export function globalSingleton<T>(name: string) {
  const key = Symbol.for(`vesting-index.${name}`);
  // All copies share one box, because a lookup among the globals is too slow for every request.
  const box: { value: T | undefined } = Reflect.get(globalThis, key) ?? { value: undefined };
  Reflect.set(globalThis, key, box);
  return {
    get: (): T | undefined => box.value,
    getOrCreate(create: () => T): T {
      box.value ??= create();
      return box.value;
    },
    set(value: T | undefined): void {
      box.value = value;
    },
  };
}
