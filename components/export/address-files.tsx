import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { DownloadLinks } from "./download-links";
import { TaxFileForm } from "./tax-file-form";
import { UnlockFeed } from "./unlock-feed";

/** The exports of a portfolio: files for spreadsheets and a feed for calendars. */
export function AddressFiles({ address }: { address: string }) {
  const t = useTranslator();
  return (
    <Card title={t("Export")} className="space-y-3 print:hidden">
      <DownloadLinks
        files={[
          { label: t("Export campaigns as CSV"), list: `/api/beneficiary/${address}/campaigns` },
          { label: t("Export payments for accounting as CSV"), list: `/api/activity/${address}/payments` },
        ]}
      />
      <TaxFileForm address={address} />
      <p className="text-sm text-ink-soft">
        <Trans
          id="To receive events on your server, <webhooks>set up webhooks</webhooks>."
          components={{
            webhooks: (words) => (
              <Link href={`/webhooks?address=${address}`} className="underline underline-offset-4">
                {words}
              </Link>
            ),
          }}
        />
      </p>
      <UnlockFeed address={address} />
    </Card>
  );
}
