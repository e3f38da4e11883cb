/** Path parameters in the format of Next. */
export type RouteParams = Readonly<Record<string, string | string[] | undefined>>;
export type RouteContext = { params: Promise<RouteParams | undefined> };

/** A route file's export for one method. Next and the self-hosted server call it in the same way. */
export type WebHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Returns the path of the route, such as `/api/campaigns/:treeAddress/proof`, by replacing the values of the
 * parameters with their names. Parameters come in path order, so each search starts after the previous one. A
 * path that cannot be matched becomes `/api/*`: one shared name, so that unusual encodings do not bypass rate
 * limits.
 */
export function routeName(url: URL, params: RouteParams = {}): string {
  const segments = url.pathname.split("/").slice(1).map(decode);
  let from = 0;
  for (const [name, value] of Object.entries(params)) {
    const values = [value ?? []].flat().map(decode);
    const at = segments.findIndex(
      (_, index) => index >= from && values.every((part, offset) => segments[index + offset] === part),
    );
    if (at < 0 || values.length === 0) return "/api/*";
    segments.splice(at, values.length, `:${name}`);
    from = at + 1;
  }
  return `/${segments.join("/")}`;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
