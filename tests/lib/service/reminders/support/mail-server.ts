import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A received mail: the address of the envelope, the header lines by lower-case name, and the decoded text. */
export type ReceivedMail = { to: string; headers: Record<string, string>; text: string };

/** Status and text with which the server refuses a recipient, or null to accept it. */
type Refuse = (address: string) => { status: number; message: string } | null;

/** Starts a mail server on this machine that stores every accepted mail. */
export async function startMailServer(refuse: Refuse = () => null) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"], logger: false },
    onRcptTo({ address }, _session, done) {
      const refusal = refuse(address);
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.status }));
    },
    onData(stream, { envelope }, done) {
      text(stream).then((content) => {
        mails.push({ to: envelope.rcptTo[0]?.address ?? "", ...parseMail(content) });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Parses a mail of one part. Source: RFC 5322, RFC 2045. */
function parseMail(content: string): Omit<ReceivedMail, "to"> {
  const [head = "", ...rest] = content.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const body = rest.join("\r\n\r\n");
  return { headers, text: decoded(body, headers["content-transfer-encoding"]) };
}

function decoded(body: string, encoding = "7bit"): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
