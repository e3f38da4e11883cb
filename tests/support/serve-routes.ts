import { createServer, type IncomingMessage } from "node:http";
import { handlerOf, pathsOnDisk } from "./routes";

type Match = { path: string; params: Record<string, string> };

/** The most specific route of a path: one written out before one with a parameter in its place. */
function matchPath(pathname: string): Match | null {
  const parts = pathname.split("/");
  const matches = pathsOnDisk().flatMap((path) => {
    const pattern = path.split("/");
    if (pattern.length !== parts.length) return [];
    const params: Record<string, string> = {};
    const isMatch = pattern.every((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part === parts[at];
      params[name] = decodeURIComponent(parts[at] ?? "");
      return true;
    });
    return isMatch ? [{ path, params }] : [];
  });
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}

async function answer(request: IncomingMessage): Promise<Response> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const method = request.method ?? "GET";
  const match = matchPath(url.pathname);
  const handler = match && handlerOf(match.path, method);
  if (!match || !handler)
    return Response.json({ error: `No route for ${method} ${url.pathname}.` }, { status: 404 });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const asked = new Request(url, { method, headers, body: await bodyOf(request) });
  return handler(asked, { params: Promise.resolve(match.params) });
}

/** Serves the route files over HTTP on a free port, without Next: for clients that know nothing but a URL. */
export async function serveRoutes(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const answered = await answer(request).catch(
      (error: unknown) => new Response(String(error), { status: 500 }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
