import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

export default function NoSuchCampaign() {
  return (
    <EmptyState title="No such campaign" action={<ButtonLink href="/campaigns">All campaigns</ButtonLink>}>
      No campaign with this address is registered here. Check the address, or ask its creator to register it.
    </EmptyState>
  );
}
