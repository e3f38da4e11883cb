/** Path parameters as Next hands them over. */
export type RouteParams = Readonly<Record<string, string | string[] | undefined>>;
export type RouteContext = { params: Promise<RouteParams | undefined> };

/** A route file's export for one method. Next and the self-hosted server call it alike. */
export type WebHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * The route's own path, such as `/api/campaigns/:treeAddress/proof`, found by putting the names of the parameters
 * back where their values stand. Parameters come in path order, so each is looked for behind the one before it.
 * A path that cannot be matched is `/api/*`: one shared name, so that odd encodings win a client nothing.
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
