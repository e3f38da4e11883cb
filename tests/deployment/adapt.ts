/** Adapts an example to this machine; throws if a text to replace is missing. */
export function adapt(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((adapted, [from, to]) => {
    if (!adapted.includes(from)) throw new Error(`The example no longer says ${JSON.stringify(from)}.`);
    return adapted.replaceAll(from, to);
  }, text);
}
