import type { RequestContext } from "./request-context";
import { type RouteContext, type RouteParams, routeName } from "./route-name";

/** What a handler needs of a request, be it one of the web's or one that came straight from the socket. */
export type ApiRequest = Pick<Request, "method" | "url" | "body" | "signal"> & {
  headers: Pick<Headers, "get">;
  /** Where it came straight from the socket; else it is the context that handlers run in, if any. */
  context?: RequestContext;
};

/** Header names are in lower case. */
export type ApiAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
};

/** Which route a request was found to be for. */
type RouteMatch = {
  /** The route's own path, such as `/api/campaigns/:treeAddress/proof`. */
  name: string;
  params: RouteParams;
};

/** Gives the answer at once where there is nothing to wait for. */
export type Answerer = (request: ApiRequest, match: RouteMatch) => Promise<ApiAnswer> | ApiAnswer;

/** What a route file exports for a method: Next calls it, and whoever holds the socket calls its `answer`. */
export type WebHandler = {
  (request: Request, context: RouteContext): Promise<Response>;
  answer: Answerer;
};

export function webHandler(answer: Answerer): WebHandler {
  const handle = async (request: Request, context: RouteContext): Promise<Response> => {
    const params = (await context.params) ?? {};
    const name = routeName(new URL(request.url), params);
    const { body, ...head } = await answer(request, { name, params });
    return new Response(body, head);
  };
  return Object.assign(handle, { answer });
}
