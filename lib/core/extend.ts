/**
 * Adds properties to `fresh`, or replaces them; the caller must own `fresh`. In V8, each property after a
 * leading spread in an object literal takes half a microsecond, forty times as long as here. If the order of
 * properties does not matter, `{ more, ...rest }` is as fast.
 */
export function extend<A extends object, B extends object>(fresh: A, more: B): Extended<A, B>;
export function extend(fresh: object, more: object): object {
  return Object.assign(fresh, more);
}

type Extended<A, B> = A extends unknown ? Omit<A, keyof B> & B : never;
