import { type Env, hasMail } from "@/lib/service/env";
import { verifyMailServer } from "@/lib/service/reminders/mail";
import { type Check, failed, passed, withinTime, writeSentence } from "./check";

const WAIT_SECONDS = 15;

/** Checks that the mail server of SMTP_URL accepts a connection and its password. Sends no mail. */
export async function examineMail(env: Env): Promise<Check[]> {
  if (!hasMail(env) || env.SMTP_URL === undefined) return [];
  const name = `mail server ${new URL(env.SMTP_URL).host}`;
  try {
    await withinTime(verifyMailServer(env.SMTP_URL), WAIT_SECONDS);
    return [passed(name, "accepts connections")];
  } catch (error) {
    const fix =
      "Check the host, port, user and password in SMTP_URL. Reminders by email wait until it works.";
    return [failed(name, writeSentence(error), fix)];
  }
}
