import { startDevnetDashboard } from "./devnet-dashboard";
import { startNamesDashboard } from "./names-dashboard";
import { startPartnerSite } from "./partner-site";
import { startDashboard, startSampleDashboard } from "./start-dashboard";
import { startVaultDashboard } from "./vault-dashboard";

/**
 * The tests start this file as a separate process, which reports the dashboard's URL, and ends when its
 * parent closes the pipe. With a price provider's URL as its argument it starts without the samples, and
 * sends webhooks to receivers of the tests, and mail to the server of a second argument; with `devnet`, on a ledger that reports itself as devnet; with
 * `vault`, on a ledger with a multisig; with `names`, on a ledger with a name service.
 */
const [, , argument, mailUrl] = process.argv;
/** The origin of recipients files that tests answer themselves. */
const FILES = "https://files.example.com";
const { close, ...message } = await start();
process.stdout.write(`${JSON.stringify(message)}\n`);
process.stdin.resume().once("end", () => void close());

async function start() {
  if (argument === "devnet") return startDevnetDashboard();
  if (argument === "vault") return startVaultDashboard();
  if (argument === "names") return startNamesDashboard();
  if (!argument) return startSampleDashboard();
  const partner = await startPartnerSite();
  const { url, close } = await startDashboard({
    PRICE_API_URL: argument,
    WEBHOOKS_ALLOW_PRIVATE: "true",
    RECIPIENT_FILE_ORIGINS: FILES,
    EMBED_ORIGINS: partner.url,
    LABELS_KEY: Buffer.alloc(32, 1).toString("base64"),
    ...(mailUrl && { SMTP_URL: mailUrl, MAIL_FROM: "Vesting <vesting@service.example>" }),
  });
  const closeBoth = async () => {
    await partner.close();
    await close();
  };
  return { url, partnerUrl: partner.url, close: closeBoth };
}
