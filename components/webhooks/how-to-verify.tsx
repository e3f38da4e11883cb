import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/values/copy-button";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { EVENT_LABELS } from "./webhook-labels";

const ID_HEADER = "webhook-id";
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
          id="Messages follow <standard>Standard Webhooks</standard>. Verify each one with the secret of your webhook and one of its libraries. This example for Node.js needs {command}."
          values={{ command: <code className="font-mono whitespace-nowrap">{INSTALL}</code> }}
          components={{ standard: linked("https://www.standardwebhooks.com") }}
        />
      </p>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="relative min-w-0 rounded-box border border-line bg-raised">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by the keyboard. */}
          <pre tabIndex={0} className="overflow-x-auto p-3 max-sm:pt-11 font-mono text-xs leading-5">
            {EXAMPLE}
          </pre>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-0 w-8 rounded-r-box bg-linear-to-r from-transparent to-raised sm:hidden"
          />
          <span className="absolute top-2 right-2 rounded-box bg-raised">
            <CopyButton text={EXAMPLE} label={t("Copy the code")} />
          </span>
        </div>
        <div>
          <h3 className="font-medium">{t("Types of events")}</h3>
          <dl className="mt-1 divide-y divide-line">
            {EVENT_TYPES.map((type) => (
              <div key={type} className="flex flex-wrap justify-between gap-x-4 py-2">
                <dt>
                  <code className="font-mono text-xs">{type}</code>
                </dt>
                <dd className="text-ink-soft">{t(EVENT_LABELS[type])}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <ul className="grid list-disc gap-x-8 gap-y-2 pl-5 text-ink-soft lg:grid-cols-3">
        <li>
          {t(
            "Respond with 2xx within 10 seconds. Otherwise, the event is retried for three days. You can also resend it.",
          )}
        </li>
        <li>
          <Trans
            id="An event can arrive more than once with the same {header}. Process each ID only once."
            values={{ header: <code className="font-mono whitespace-nowrap">{ID_HEADER}</code> }}
          />
        </li>
        <li>{t("Events of a campaign arrive in their order on Solana, after they are finalized.")}</li>
      </ul>
    </Card>
  );
}
