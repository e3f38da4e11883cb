"use client";

import Form from "next/form";
import { Button, ButtonLink } from "@/components/ui/button";
import { AddressInput, Field } from "@/components/ui/field";
import { useWallet } from "@/components/wallet/wallet-store";

type AddressFormProps = { action: string; address: string | undefined; problem: string | null };

/** Which address a page is about: typed in, or the connected wallet's. */
export function AddressForm({ action, address, problem }: AddressFormProps) {
  const { account } = useWallet();
  return (
    <Form action={action} className="mb-6 flex flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-64">
        <Field id="address" label="Address" error={problem}>
          <AddressInput
            id="address"
            name="address"
            key={address}
            defaultValue={address}
            invalid={problem !== null}
            placeholder="A wallet’s address"
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2 sm:pt-6">
        <Button type="submit">Show</Button>
        {account && account.address !== address && (
          <ButtonLink tone="primary" href={`${action}?address=${account.address}`}>
            Show mine
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}
