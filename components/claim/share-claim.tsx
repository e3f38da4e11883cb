import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/values/copy-button";
import { QrCode } from "./qr-code";

/** Wallets accept transaction requests only over HTTPS. Source: Solana Pay specification, Link. */
const payLink = (origin: string, treeAddress: string): string | null =>
  origin.startsWith("https://") ? `solana:${origin}/api/actions/claim/${treeAddress}` : null;

type ShareClaimProps = {
  treeAddress: string;
  origin: string;
  /** Whether the operator allows other sites to show the claim in a frame. */
  isEmbeddable: boolean;
};

/**
 * Shows the claim link as text, and as a QR code for mobile wallets. Narrow screens omit the code, because a
 * phone cannot scan its own screen.
 */
export function ShareClaim({ treeAddress, origin, isEmbeddable }: ShareClaimProps) {
  const t = useTranslator();
  const page = `${origin}/claim/${treeAddress}`;
  const pay = payLink(origin, treeAddress);
  return (
    <Card title={t("Claim link")}>
      <div className="hidden items-center gap-4 sm:flex">
        <QrCode
          text={pay ?? page}
          label={pay ? t("QR code for claiming with a wallet") : t("QR code of this page")}
        />
        <p className="min-w-0 text-sm text-ink-soft">
          {pay
            ? t(
                "Scan the code with a Solana wallet. The wallet shows your claimable amount and requests your signature.",
              )
            : t("Scan the code to open this page on a phone.")}
        </p>
      </div>
      <p className="flex items-center justify-between gap-2 text-sm sm:mt-4">
        <a href={page} title={page} className="min-w-0 truncate underline underline-offset-4">
          {page.replace(/^https?:\/\//, "")}
        </a>
        <CopyButton text={page} label={t("Copy claim link")} />
      </p>
      {isEmbeddable && <EmbedCode address={`${origin}/embed/claim/${treeAddress}`} />}
    </Card>
  );
}

/** The element that shows the claim on another site. */
function EmbedCode({ address }: { address: string }) {
  const t = useTranslator();
  const code = `<iframe src="${address}" title="${t("Claim")}" width="100%" height="640" style="border: 0"></iframe>`;
  return (
    <details className="mt-2 text-sm">
      <summary className="flex min-h-11 items-center font-medium">{t("Show the claim on your site")}</summary>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 rounded-box border border-line bg-raised p-3 font-mono text-xs break-all">
          {code}
        </code>
        <CopyButton text={code} label={t("Copy the code")} />
      </div>
      <p className="mt-2 text-ink-soft">
        <Trans
          id="The operator of this service must allow the origin of your site. <more>About embedding</more>"
          components={{ more: linked("/docs/embedding") }}
        />
      </p>
    </details>
  );
}
