"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { useContractForm } from "@/components/ui/form/use-contract-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";

async function join(json: { email: string }): Promise<void> {
  const { ApiClient } = await import("@/lib/client/api-client");
  const { doneView: schema } = await import("@/lib/contract/field-schemas");
  await new ApiClient({ baseUrl: "" }).request("/api/waitlist", { schema, method: "POST", json });
}

export function WaitlistForm() {
  const t = useTranslator();
  const { form, formProps, field, control, error, isPending } = useContractForm({
    id: "waitlist",
    defaultValues: { email: "" },
    schema: async () => (await import("@/lib/contract/requests/waitlist")).waitlistBody,
    toRequest: ({ email }) => ({ email }),
    errors: () => ({ email: t("Enter an email address.") }),
    send: join,
  });
  if (form.formState.isSubmitSuccessful) {
    return (
      <Notice tone="good" live>
        {t("You joined the waitlist. We email you only about product updates.")}
      </Notice>
    );
  }
  return (
    <form {...formProps} className="flex flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-64">
        <Field {...field("email")} label={t("Email address")}>
          <Input {...control("email")} type="email" required autoComplete="email" />
        </Field>
      </div>
      <div className="sm:pt-6">
        <Button type="submit" busy={isPending}>
          {t("Join waitlist")}
        </Button>
      </div>
      <ErrorNotice error={error} />
    </form>
  );
}
