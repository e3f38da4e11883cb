import type { Env } from "@/lib/service/env";
import { isLoopbackHost } from "@/lib/service/loopback";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** Identifies the message, the same for all attempts. */
  id: string;
  headers: Readonly<Record<string, string>>;
};

/** Why an attempt failed, for the log: nodemailer's error code, the SMTP command and the status of its reply. */
type MailFailure = { code: string | null; command: string | null; responseCode: number | null };

/**
 * The result of an attempt. `isRecipientRefused` is true only if the receiving side permanently refused the
 * address or the message; all other errors concern the operator's mail server. `isPermanent` is true for any
 * reply to a mail that says a later attempt will fail too.
 */
export type MailResult = {
  error: string | null;
  isRecipientRefused: boolean;
  isPermanent?: boolean;
  failure?: MailFailure;
};

export type Mailer = {
  /** Sends a mail. Never throws: a failure is part of the result. */
  send(mail: Mail): Promise<MailResult>;
  close(): void;
};

const CONNECT_MS = 10_000;
const SOCKET_MS = 15_000;
/** Maximum mails in progress; a further one would wait for a connection. */
export const MAX_CONNECTIONS = 4;
/**
 * Maximum duration of sending one mail in milliseconds, however slowly the server responds. It is shorter than
 * the lease of a reminder, so that no other process sends the same mail at the same time.
 */
const SEND_MS = 45_000;

/** Opens the mail server of the settings, or returns null without one. Connects with the first mail. */
export async function openMailer(
  { SMTP_URL: url, MAIL_FROM: from }: Pick<Env, "SMTP_URL" | "MAIL_FROM">,
  { sendMs = SEND_MS }: { sendMs?: number } = {},
): Promise<Mailer | null> {
  if (url === undefined || from === undefined) return null;
  const sender = getSender(from);
  const domain = sender.address.split("@").at(-1);
  const transport = await createMailTransport(url);
  return {
    send: ({ to, id, ...mail }) =>
      transport
        .sendMail({
          ...{ ...mail, from: sender, to: { name: "", address: to }, messageId: `<${id}@${domain}>` },
          // Closes the connection of this mail.
          signal: AbortSignal.timeout(sendMs),
        })
        .then(
          () => ({ error: null, isRecipientRefused: false }),
          (error: unknown) => getFailure(error),
        ),
    close: () => transport.close(),
  };
}

/** Connects to a mail server and signs in, without sending a mail. @throws nodemailer's error */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = await createMailTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function createMailTransport(url: string) {
  const { createTransport } = await import("nodemailer");
  const { username, hostname } = new URL(url);
  return createTransport({
    ...{ url, pool: true, maxConnections: MAX_CONNECTIONS },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SOCKET_MS },
    ...{ disableFileAccess: true, disableUrlAccess: true },
    // A password is sent only over an encrypted connection, unless the server is on this machine.
    requireTLS: username !== "" && !isLoopbackHost(hostname),
  });
}

/** Returns the parts of MAIL_FROM: an address, alone or after a name. */
function getSender(text: string): { name: string; address: string } {
  const [, name = "", address = text] = /^(.+) <(.+)>$/.exec(text) ?? [];
  return { name, address };
}

/** Enhanced status codes of policy and authentication errors, which the sender has to fix. Source: RFC 3463. */
const POLICY = /^\d{3}[ -]5\.7\./;
const AUTHENTICATION_REQUIRED = [530, 535, 538];

/** Commands whose reply concerns one mail, not the connection. */
const OF_MAIL = ["MAIL FROM", "RCPT TO", "DATA"];

function getFailure(error: unknown): MailResult {
  const { code, command, responseCode, response } = Object(error) as Record<string, unknown>;
  const status = typeof responseCode === "number" ? responseCode : null;
  const failure = { code: getWord(code), command: getWord(command), responseCode: status };
  const isPermanent = status !== null && status >= 500 && OF_MAIL.includes(String(command));
  const isRecipientRefused =
    isPermanent &&
    command !== "MAIL FROM" &&
    !AUTHENTICATION_REQUIRED.includes(status) &&
    !POLICY.test(String(response));
  const refused = command === "DATA" ? "message" : "address";
  const message = isRecipientRefused
    ? `The mail server refused the ${refused} with status ${status}.`
    : "The service's mail server did not accept the message.";
  return { error: message, isRecipientRefused, isPermanent, failure };
}

/** Returns a code or command for the log, without arguments, which can be secret. */
const getWord = (text: unknown): string | null => /^[A-Z]+(?: [A-Z0-9-]+)?$/.exec(String(text))?.[0] ?? null;
