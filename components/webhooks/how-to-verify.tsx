import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/values/copy-button";
import { messageType, toWebhookMessage } from "@/lib/contract/webhook";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { EVENT_LABELS } from "./webhook-labels";

const ID_HEADER = "webhook-id";
const INSTALL = "npm install standardwebhooks";

const EXAMPLE = `import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const stored = new Map(); // replace with your database

createServer(async (request, response) => {
  const body = await text(request);
  try {
    const message = webhook.verify(body, request.headers);
    stored.set(request.headers["webhook-id"], message);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(3001);`;

const CAMPAIGN = "Team";
const MESSAGE = toWebhookMessage({
  ...{ type: "claimed", signature: "4ssR…1hJd", slot: 906n, blockTime: 1_795_399_200n, eventIndex: 0 },
  ...{ treeAddress: "CTwo…2GiE", metadata: { name: CAMPAIGN }, verified: true, earlierGeneration: null },
  reconstructed: false,
  data: { beneficiary: "5A7K…6A7Q", leafIndex: 0, amount: "1941358024", milestoneIdx: null },
});

/** Explains how a receiver verifies messages, with the package of the standard. */
export function HowToVerify() {
  const t = useTranslator();
  return (
    <Card title={t("On your server")} className="space-y-3 text-sm">
      <p>
        <Trans
          id="Messages follow <standard>Standard Webhooks</standard>. Verify each one with the secret of your webhook and a Standard Webhooks library. For Node.js, install it with {command}."
          values={{ command: <code className="font-mono whitespace-nowrap">{INSTALL}</code> }}
          components={{ standard: linked("https://www.standardwebhooks.com") }}
        />
      </p>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Code title={t("Example for Node.js")} text={EXAMPLE} copyLabel={t("Copy the code")} />
        <Code
          title={t("Sample message")}
          text={JSON.stringify(MESSAGE, null, 2)}
          copyLabel={t("Copy the message")}
        />
      </div>
      <div>
        <h3 className="font-medium">{t("Types of events")}</h3>
        <dl className="mt-1 grid gap-x-8 lg:grid-cols-2">
          {EVENT_TYPES.map((type) => (
            <div key={type} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
              <dt>
                <code className="font-mono text-xs">{messageType(type)}</code>
              </dt>
              <dd className="text-ink-soft">{t(EVENT_LABELS[type])}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="grid list-disc gap-x-8 gap-y-2 pl-5 text-ink-soft lg:grid-cols-3">
        <li>
          {t(
            "Respond with 2xx within 10 seconds. Otherwise, the message is retried for three days, then the webhook is turned off. A response of 410 turns it off at once. You can resend events for 30 days.",
          )}
        </li>
        <li>
          <Trans
            id="A message can arrive more than once with the same {header}. Process each ID only once."
            values={{ header: <code className="font-mono whitespace-nowrap">{ID_HEADER}</code> }}
          />
        </li>
        <li>
          {t(
            "Events of a campaign arrive in on-chain order. Each waits until it is final, but at most five minutes. Resent events are out of order.",
          )}
        </li>
      </ul>
    </Card>
  );
}

type CodeProps = { title: string; text: string; copyLabel: string };

/** A block of code with its title. On a phone it scrolls sideways. */
const Code = ({ title, text, copyLabel }: CodeProps) => (
  <div className="flex min-w-0 flex-col">
    <h3 className="mb-2 flex items-center justify-between gap-2 font-medium">
      {title}
      <CopyButton text={text} label={copyLabel} />
    </h3>
    <div className="relative flex-1 rounded-box border border-line bg-raised">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by the keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto p-3 font-mono text-xs leading-5">
        {text}
      </pre>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-0 w-8 rounded-r-box bg-linear-to-r from-transparent to-raised sm:hidden"
      />
    </div>
  </div>
);
