import { NoSuchPart } from "@/components/campaign/no-such-part";

export default function NotFound() {
  return (
    <NoSuchPart title="No such version">
      This campaign has no root version of that number that replaced another.
    </NoSuchPart>
  );
}
