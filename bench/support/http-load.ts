import { connect } from "node:net";

const CONNECTIONS = 12;

/** The length of the answer at the beginning of `text`, which must be a 200; undefined until all of it is here. */
function answerLength(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  if (!text.startsWith("HTTP/1.1 200 ")) throw new Error(`Answered ${text.slice(0, 300)}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
  if (length !== undefined) {
    const end = head + 4 + Number(length);
    return text.length >= end ? end : undefined;
  }
  const end = text.indexOf("\r\n0\r\n\r\n", head);
  return end < 0 ? undefined : end + 7;
}

/** Asks over twelve connections of a client each for so long, each path in its turn; gives how many were answered. */
export async function load(port: number, paths: readonly string[], ms: number): Promise<number> {
  const endMs = performance.now() + ms;
  let answered = 0;
  let turn = 0;
  const next = () => `GET ${paths[turn++ % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const one = (_: unknown, client: number) =>
    new Promise<void>((resolve, reject) => {
      const from = { host: "127.0.0.1", localAddress: `127.0.0.${client + 2}` };
      const socket = connect({ port, ...from }, () => socket.write(next()));
      let text = "";
      socket.setNoDelay(true).setEncoding("latin1").on("error", reject);
      socket.on("data", (chunk: string) => {
        text += chunk;
        try {
          const length = answerLength(text);
          if (length === undefined) return;
          text = text.slice(length);
        } catch (error) {
          return reject(error);
        }
        answered++;
        if (performance.now() < endMs) socket.write(next());
        else resolve(void socket.destroy());
      });
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return answered;
}
