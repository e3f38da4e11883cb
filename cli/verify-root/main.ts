import { print } from "@/cli/terminal";
import { verifyRoot } from "./verify-root";

/** npm run verify-root -- recipients.csv --root … — says whether a list of recipients gives a campaign's root. */
process.exitCode = await verifyRoot(process.argv.slice(2), print);
