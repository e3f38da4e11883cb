/**
 * `fresh`, which nobody else has, with more properties, or with others in place of its own. V8 takes half a microsecond for
 * each property that follows a spread with which an object literal begins, forty times what it takes here; where their order
 * says nothing, `{ more, ...rest }` is as fast.
 */
export function extend<A extends object, B extends object>(fresh: A, more: B): Extended<A, B>;
export function extend(fresh: object, more: object): object {
  return Object.assign(fresh, more);
}

type Extended<A, B> = A extends unknown ? Omit<A, keyof B> & B : never;
