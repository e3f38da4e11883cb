import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { MAX_CONNECTIONS, openMailer } from "@/lib/service/reminders/mail";
import { sendDueReminders } from "@/lib/service/reminders/run-reminders";
import { openTestDatabase } from "@/tests/support/database";
import {
  addCampaignOf,
  addSubscription,
  clearReminders,
  getReminders,
  indexAt,
  NOON,
  openWorld,
} from "./support/harness";

const database = openTestDatabase();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await clearReminders(database.db);
});

const mail = { to: "ann@example.com", subject: "Unlock", text: "Tokens unlock.", id: "msg_1", headers: {} };

async function mailerFor(port: number, sendMs?: number) {
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "vesting@service.example" };
  const mailer = await openMailer(settings, { sendMs });
  if (!mailer) throw new Error("No mail server is set.");
  closing.push(() => mailer.close());
  return mailer;
}

describe("openMailer", () => {
  test("ends an attempt on time if the server responds slowly without an end", async () => {
    const ended: Promise<unknown>[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      ended.push(new Promise((resolve) => socket.once("close", resolve)));
      socket.write("220 ready\r\n");
      const trickle = setInterval(() => socket.writable && socket.write("250-more\r\n"), 20);
      socket.once("close", () => clearInterval(trickle));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const mailer = await mailerFor((server.address() as AddressInfo).port, 400);
    expect(await mailer.send(mail)).toMatchObject({ error: expect.any(String) });
    expect(ended).toHaveLength(1);
    await Promise.all(ended);
  });
});

describe("the reply of a mail server", () => {
  const refusal = (at: "onMailFrom" | "onRcptTo" | "onData", responseCode: number, message: string) => ({
    [at]: (...input: unknown[]) => {
      const [stream] = input as [{ resume?: () => void }];
      stream.resume?.();
      (input.at(-1) as (error: Error) => void)(Object.assign(new Error(message), { responseCode }));
    },
  });

  test.each([
    ["onMailFrom", 550, "5.1.8 Bad sender", false, "MAIL FROM", true],
    ["onRcptTo", 550, "5.1.1 No such mailbox", true, "RCPT TO", true],
    ["onRcptTo", 451, "4.7.1 Greylisted", false, "RCPT TO", false],
    ["onData", 554, "5.6.0 Message refused", true, "DATA", true],
    ["onData", 554, "5.7.1 Refused by policy", false, "DATA", true],
    ["onData", 452, "4.3.1 Disk full", false, "DATA", false],
  ] as const)(
    "the reply to %s, %i %s, is attributed",
    async (at, responseCode, message, isRecipientRefused, command, isPermanent) => {
      const server = new SMTPServer({
        ...{ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"], logger: false },
        ...refusal(at, responseCode, message),
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
      const mailer = await mailerFor((server.server.address() as AddressInfo).port);
      const result = await mailer.send(mail);
      expect(result).toMatchObject({ isRecipientRefused, isPermanent, failure: { command, responseCode } });
      expect(result.error).not.toContain(message);
      mailer.close();
    },
  );

  test("is missing if nothing listens", async () => {
    const mailer = await mailerFor(1);
    const failure = { code: expect.stringMatching(/^E/), responseCode: null };
    expect(await mailer.send(mail)).toMatchObject({ isRecipientRefused: false, isPermanent: false, failure });
  });
});

describe("sendDueReminders", () => {
  test("leases only as many emails as it can send at once, and sends each once", async () => {
    await indexAt(database.db, { time: NOON });
    for (let n = 0; n < 3 * MAX_CONNECTIONS; n++) {
      const target = `ann-${n}@example.com`;
      await addSubscription(database.db, { wallet: "ann", channel: "email", target, leads: [0] });
    }
    await addSubscription(database.db, { wallet: "ann", leads: [0] });
    await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON }]);
    const sent: string[] = [];
    const leased: number[] = [];
    const send = async ({ to }: { to: string }) => {
      sent.push(to);
      leased.push((await getReminders(database.db)).filter(({ holder }) => holder !== null).length);
      return { error: null, isRecipientRefused: false };
    };
    const { world, context } = openWorld(database.db, { mailer: { send, close: () => undefined } });
    await sendDueReminders(context);
    expect(new Set(sent).size).toBe(3 * MAX_CONNECTIONS);
    expect(sent).toHaveLength(3 * MAX_CONNECTIONS);
    // The webhook has a lease of its own.
    expect(Math.max(...leased)).toBeLessThanOrEqual(MAX_CONNECTIONS + 1);
    expect(world.received).toHaveLength(1);
  });
});
