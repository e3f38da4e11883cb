import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";

const INSTALL = "npm install standardwebhooks";

const EXAMPLE = `import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const body = await text(request);
  try {
    const message = webhook.verify(body, request.headers);
    await store(request.headers["webhook-id"], message);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(3001);`;

/** Explains how a receiver verifies messages, with the package of the standard. */
export function HowToVerify() {
  const t = useTranslator();
  return (
    <Card title={t("On your server")} className="space-y-3 text-sm">
      <p>
        <Trans
          id="Messages follow <standard>Standard Webhooks</standard>. Verify them with one of its libraries. In TypeScript, after {command}:"
          values={{ command: <code className="font-mono">{INSTALL}</code> }}
          components={{ standard: linked("https://www.standardwebhooks.com") }}
        />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by the keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto rounded bg-raised p-3 font-mono text-xs">
        {EXAMPLE}
      </pre>
      <ul className="list-disc space-y-1 pl-5 text-ink-soft">
        <li>{t("Respond with 2xx within 10 seconds. Otherwise, the event is retried for three days.")}</li>
        <li>
          {t("An event can arrive more than once with the same webhook-id. Process each ID only once.")}
        </li>
        <li>{t("Events of a campaign arrive in their order on Solana, after they are finalized.")}</li>
      </ul>
    </Card>
  );
}
