import { print } from "@/cli/terminal";
import { verifyRoot } from "./verify-root";

/** npm run verify-root -- recipients.csv --root …: compares the root of a list of recipients with a campaign's root. */
process.exitCode = await verifyRoot(process.argv.slice(2), print);
