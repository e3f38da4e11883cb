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
          id="Messages follow <standard>Standard Webhooks</standard>. Verify each one with the secret of your webhook and one of its libraries. Install its package for Node.js with {command}."
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
            "Respond with 2xx within 10 seconds. Otherwise, the event is retried for three days. You can also resend it.",
          )}
        </li>
        <li>
          <Trans
            id="An event can arrive more than once with the same {header}. Process each ID only once."
            values={{ header: <code className="font-mono whitespace-nowrap">{ID_HEADER}</code> }}
          />
        </li>
        <li>
          {t(
            "Events of a campaign arrive in their order on Solana, once they are final. After five minutes, an event arrives even if it is not final.",
          )}
        </li>
      </ul>
    </Card>
  );
}

type CodeProps = { title: string; text: string; copyLabel: string };

/** A block of code with its title. On a phone it scrolls sideways below its button. */
const Code = ({ title, text, copyLabel }: CodeProps) => (
  <div className="flex min-w-0 flex-col">
    <h3 className="mb-2 font-medium">{title}</h3>
    <div className="relative flex-1 rounded-box border border-line bg-raised">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by the keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto p-3 max-sm:pt-11 font-mono text-xs leading-5">
        {text}
      </pre>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-0 w-8 rounded-r-box bg-linear-to-r from-transparent to-raised sm:hidden"
      />
      <span className="absolute top-2 right-2 rounded-box bg-raised">
        <CopyButton text={text} label={copyLabel} />
      </span>
    </div>
  </div>
);
