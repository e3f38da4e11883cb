import { IncomingMessage, type ServerResponse } from "node:http";

/** How long the rest of an upload that was answered early is read and thrown away before the connection is cut. */
const LINGER_MS = 5000;

/** A body that was not read is read away for the connection's next request up to this length; else it is closed. */
const WORTH_READING_BYTES = 65_536;

const statedLength = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0);

export const hasBody = (request: IncomingMessage) =>
  request.headers["transfer-encoding"] !== undefined || statedLength(request) > 0;

/** The body as a stream that takes from the socket only what is read of it; none where there is no body. */
export function bodyStream(request: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
  if (!hasBody(request)) return undefined;
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = request.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The request as the router may have it: without the body, all of which it would collect whether it is read or not. */
export function withoutBody(request: IncomingMessage): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const bare = new IncomingMessage(request.socket);
  Object.assign(bare, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  // One that is not complete takes the connection with it when its reader is done.
  bare.complete = true;
  bare.push(null);
  return bare;
}

/** Once an answer is out, nobody needs the rest of its request's body: it is dropped, and then the connection. */
export function discardLateUpload(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data").removeAllListeners("readable");
    // Where a listener is removed the flow ends with this turn, also one that was asked for in it.
    setImmediate(() => request.resume());
    const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
    request.once("close", () => clearTimeout(timer));
  });
}

/** Says `Connection: close` with an answer that leaves a body unread, and with every one of a server that stops. */
export function closeUnlessRead(
  request: IncomingMessage,
  response: ServerResponse,
  isStopping: () => boolean,
): void {
  const writeHead = response.writeHead;
  const isUnread = () =>
    !request.complete &&
    (request.headers["transfer-encoding"] !== undefined || statedLength(request) > WORTH_READING_BYTES);
  response.writeHead = function closing(this: ServerResponse, ...given: unknown[]) {
    if (isStopping() || isUnread()) response.setHeader("connection", "close");
    return Reflect.apply(writeHead, response, given);
  } as typeof writeHead;
}
