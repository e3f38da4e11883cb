import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

export default function NoSignature() {
  return (
    <EmptyState
      title="This is no signature"
      action={<ButtonLink href="/activity">To the activity</ButtonLink>}
    >
      A transaction’s signature is the base58 form of 64 bytes; the address of this page has something else.
    </EmptyState>
  );
}
