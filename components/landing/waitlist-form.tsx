"use client";

import { useMutation } from "@tanstack/react-query";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

async function join(email: string): Promise<void> {
  const { ApiClient } = await import("@/lib/client/api-client");
  const { z } = await import("zod");
  const schema = z.object({ ok: z.literal(true) });
  await new ApiClient({ baseUrl: "" }).request("/api/waitlist", {
    schema: schema,
    method: "POST",
    json: { email },
  });
}

export function WaitlistForm() {
  const t = useTranslator();
  const joining = useMutation({ mutationFn: join });
  if (joining.isSuccess) {
    return (
      <Notice tone="good" live>
        {t("You joined the waitlist. We email you only about product updates.")}
      </Notice>
    );
  }
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        joining.mutate(String(new FormData(event.currentTarget).get("email")));
      }}
    >
      <div className="min-w-0 flex-1 basis-64">
        <Field id="email" label={t("Email address")} error={joining.error && errorText(t, joining.error)}>
          <Input
            id="email"
            name="email"
            type="email"
            required
            autoComplete="email"
            invalid={joining.isError}
          />
        </Field>
      </div>
      <div className="sm:pt-6">
        <Button type="submit" busy={joining.isPending}>
          {t("Join waitlist")}
        </Button>
      </div>
    </form>
  );
}
