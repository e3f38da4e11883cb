"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

async function join(email: string): Promise<void> {
  const { ApiClient } = await import("@/lib/client/api-client");
  const { z } = await import("zod");
  const answer = z.object({ ok: z.literal(true) });
  await new ApiClient({ baseUrl: "" }).request("/api/waitlist", { answer, method: "POST", json: { email } });
}

export function WaitlistForm() {
  const joining = useMutation({ mutationFn: join });
  if (joining.isSuccess) {
    return (
      <Notice tone="good" live>
        Thank you. We write only when there is something to say.
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
        <Field id="email" label="E-mail address" error={joining.error?.message}>
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
          Join the waitlist
        </Button>
      </div>
    </form>
  );
}
