import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail, Metadata, MetadataHistory } from "@/lib/contract/campaign";
import { shortAddress } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { CorrectMetadata } from "./correct-metadata";

type MetadataHistoryProps = {
  campaign: Pick<CampaignDetail, "treeAddress" | "creator" | "metadata">;
  history: Pick<MetadataHistory, "corrections" | "total">;
};

const FIELDS = [
  { key: "name", label: message("Name") },
  { key: "description", label: message("Description") },
  { key: "logoUri", label: message("Logo") },
] as const;

const changedFields = (before: Metadata, after: Metadata) =>
  FIELDS.filter(({ key }) => before?.[key] !== after?.[key]);

/**
 * Shows the corrections of a campaign's name, description and logo. Its creator also sees the button to
 * correct them.
 */
export function MetadataHistoryView({ campaign, history: { corrections, total } }: MetadataHistoryProps) {
  const t = useTranslator();
  const [newest] = corrections;
  const numbered = corrections.map((correction, at) => ({ correction, number: total - at }));
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 empty:hidden">
      {newest && (
        <details className="min-w-0 flex-1 basis-64 text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center text-ink-soft">
            <span>
              <Corrected {...newest} />
            </span>
          </summary>
          <ol className="space-y-3 border-l-2 border-line pl-4">
            {numbered.map(({ correction, number }) => (
              <li key={number}>
                <CorrectionEntry {...correction} />
              </li>
            ))}
          </ol>
          {total > corrections.length && (
            <p className="mt-2 text-ink-soft">
              {t(
                "{count, plural, one {# earlier correction is} other {# earlier corrections are}} available in the API.",
                { count: total - corrections.length },
              )}
            </p>
          )}
        </details>
      )}
      <CorrectMetadata campaign={campaign} />
    </div>
  );
}

type Correction = MetadataHistory["corrections"][number];

/** States which fields were corrected together, and when. */
function Corrected({ correctedAt, before, after }: Correction) {
  const values = { date: <Time at={correctedAt} dayOnly /> };
  switch (
    changedFields(before, after)
      .map(({ key }) => key)
      .join(" ")
  ) {
    case "name":
      return <Trans id="Name corrected on {date}" values={values} />;
    case "description":
      return <Trans id="Description corrected on {date}" values={values} />;
    case "logoUri":
      return <Trans id="Logo corrected on {date}" values={values} />;
    case "name description":
      return <Trans id="Name and description corrected on {date}" values={values} />;
    case "name logoUri":
      return <Trans id="Name and logo corrected on {date}" values={values} />;
    case "description logoUri":
      return <Trans id="Description and logo corrected on {date}" values={values} />;
    default:
      return <Trans id="Name, description and logo corrected on {date}" values={values} />;
  }
}

function CorrectionEntry({ correctedAt, wallet, before, after }: Correction) {
  const t = useTranslator();
  const signer = <span title={wallet}>{shortAddress(wallet)}</span>;
  return (
    <>
      <p className="text-ink-soft">
        <Trans id="{time}, signed by {signer}" values={{ time: <Time at={correctedAt} />, signer }} />
      </p>
      <dl>
        {changedFields(before, after).map(({ key, label }) => (
          <div key={key} className="wrap-anywhere">
            <dt className="font-medium">{t(label)}</dt>
            <dd>
              <Trans
                id="Changed from {before} to {after}"
                values={{
                  before: <FieldValue text={before?.[key]} />,
                  after: <FieldValue text={after?.[key]} />,
                }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function FieldValue({ text }: { text: string | undefined }) {
  const t = useTranslator();
  return text ? <q>{text}</q> : <span className="text-ink-soft">{t("empty")}</span>;
}
