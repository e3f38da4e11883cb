import { randomBytes } from "node:crypto";
import { EXIT, type Exit, print } from "../outcome";

/** Well beyond guessing, and no character that a shell or a .env file minds. */
const SECRET_BYTES = 32;

/** Makes the secrets of the operator and the scheduler, as lines of a `.env` file. Nothing is written anywhere. */
export function makeKeys(): Exit {
  for (const name of ["ADMIN_API_KEY", "CRON_SECRET"]) {
    print(`${name}=${randomBytes(SECRET_BYTES).toString("base64url")}`);
  }
  return EXIT.done;
}
