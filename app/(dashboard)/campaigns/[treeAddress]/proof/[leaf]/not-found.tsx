import { NoSuchPart } from "@/components/campaign/no-such-part";

export default function NotFound() {
  return (
    <NoSuchPart title="No such allocation">
      The current root of this campaign has no leaf at that index, and none of that address.
    </NoSuchPart>
  );
}
