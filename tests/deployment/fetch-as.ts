import { readFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request } from "node:https";

type Way = {
  /** The port on loopback for requests to any host. */
  port: number | (() => number);
  /** The certificate that an https server must have; without one, the requests use http. */
  certificate?: string;
  /** The local address of the connection. */
  localAddress?: string;
  /** Headers that a platform in front adds. */
  headers?: Readonly<Record<string, string>>;
};

/**
 * Returns a `fetch` of a site under its own name, to a server on loopback and from an address of this
 * machine.
 */
export const fetchAs =
  ({ port, certificate, localAddress, headers = {} }: Way): typeof fetch =>
  async (input, init = {}) => {
    const url = new URL(String(input));
    const body = init.body ? Buffer.from(await new Response(init.body).arrayBuffer()) : undefined;
    const to = { host: "127.0.0.1", port: typeof port === "number" ? port : port(), localAddress };
    const what = { method: init.method ?? "GET", path: url.pathname + url.search, agent: false as const };
    const message = { ...Object.fromEntries(new Headers(init.headers)), ...headers, host: url.host };
    const options = { ...to, ...what, headers: message };
    return new Promise((resolve, reject) => {
      const sent = certificate
        ? request({ ...options, servername: url.hostname, ca: readFileSync(certificate) })
        : plainRequest(options);
      sent.once("error", reject);
      sent.once("response", async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const status = answer.statusCode ?? 0;
        const given = new Headers(
          Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const hasBody = ![204, 304].includes(status);
        resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: given }));
      });
      sent.end(body);
    });
  };
