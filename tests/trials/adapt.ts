/** Puts what this machine has into an example; what is not in it is an error. */
export function adapt(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((adapted, [from, to]) => {
    if (!adapted.includes(from)) throw new Error(`The example no longer says ${JSON.stringify(from)}.`);
    return adapted.replaceAll(from, to);
  }, text);
}
