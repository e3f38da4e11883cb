import Link from "next/link";
import { Card } from "@/components/ui/card";
import { DownloadLinks } from "./download-links";
import { UnlockFeed } from "./unlock-feed";

/** What an address's holder takes away from a portfolio: files for a spreadsheet, and dates for a calendar. */
export function AddressFiles({ address }: { address: string }) {
  return (
    <Card title="Take it with you" className="space-y-3 print:hidden">
      <DownloadLinks
        files={[
          { label: "Campaigns as CSV", list: `/api/beneficiary/${address}/campaigns` },
          { label: "Payments as CSV, for accountants", list: `/api/activity/${address}/payments` },
        ]}
      />
      <p className="text-sm text-ink-soft">
        Or have a server of yours{" "}
        <Link href={`/webhooks?address=${address}`} className="underline underline-offset-4">
          told by webhooks
        </Link>{" "}
        as things happen.
      </p>
      <UnlockFeed path={`/api/beneficiary/${address}/unlocks.ics`} />
    </Card>
  );
}
