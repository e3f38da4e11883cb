import { useTranslator } from "@/components/i18n/use-translator";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { AddressInput, Field } from "@/components/ui/field";
import { QueryForm } from "@/components/ui/query-form";

const DEMO_COMMAND = "npm run demo";

/** The first steps for a service without campaigns. The page has its own primary button to create one. */
export function FirstRun() {
  const t = useTranslator();
  return (
    <section aria-labelledby="first-run" className="space-y-4">
      <h2 id="first-run" className="text-xl font-semibold">
        {t("No campaigns yet")}
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card title={t("Create a campaign")}>
          <p className="mb-3 text-ink-soft">
            {t("Enter recipients and a schedule, or upload a spreadsheet. Nothing is sent before you sign.")}
          </p>
          <ButtonLink href="/create">{t("Create a campaign")}</ButtonLink>
        </Card>
        <Card title={t("Look up a wallet")}>
          <QueryForm action="/portfolio" className="space-y-3">
            <Field id="address" label={t("Address")}>
              <AddressInput id="address" name="address" required placeholder={t("Wallet address")} />
            </Field>
            <Button type="submit">{t("View portfolio")}</Button>
          </QueryForm>
        </Card>
        <Card title={t("For operators")}>
          <p className="mb-3 text-ink-soft">
            {t(
              "In the project folder, this command creates a demo campaign on a local ledger, with accounts that can claim.",
            )}
          </p>
          <code className="block overflow-x-auto rounded-box border border-line bg-raised p-3 text-sm">
            {DEMO_COMMAND}
          </code>
        </Card>
      </div>
    </section>
  );
}
