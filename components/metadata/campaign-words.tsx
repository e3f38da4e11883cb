import { Time } from "@/components/ui/values/time";
import type { CampaignDetail, Metadata, MetadataHistory } from "@/lib/core/views/campaign";
import { shortAddress } from "@/lib/core/views/names";
import { CorrectWords } from "./correct-words";

type CampaignWordsProps = {
  campaign: Pick<CampaignDetail, "treeAddress" | "creator" | "metadata">;
  history: Pick<MetadataHistory, "corrections" | "total">;
};

const FIELDS = [
  { key: "name", label: "Name" },
  { key: "description", label: "Description" },
  { key: "logoUri", label: "Logo" },
] as const;

const changedFields = (before: Metadata, after: Metadata) =>
  FIELDS.filter(({ key }) => before?.[key] !== after?.[key]);

/** What was corrected of a campaign's name, description and logo, and for its creator the way to correct them. */
export function CampaignWords({ campaign, history: { corrections, total } }: CampaignWordsProps) {
  const [newest] = corrections;
  const numbered = corrections.map((correction, at) => ({ correction, number: total - at }));
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 empty:hidden">
      {newest && (
        <details className="min-w-0 flex-1 basis-64 text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center text-ink-soft">
            <span>
              {fieldNames(newest)} corrected on <Time at={newest.correctedAt} dayOnly />
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
              And {(total - corrections.length).toLocaleString("en")} earlier ones, which the API lists.
            </p>
          )}
        </details>
      )}
      <CorrectWords campaign={campaign} />
    </div>
  );
}

type Correction = MetadataHistory["corrections"][number];

function fieldNames({ before, after }: Correction): string {
  const [first = "", ...others] = changedFields(before, after).map(({ label }) => label);
  const lower = others.map((label) => label.toLowerCase());
  const last = lower.pop();
  return last === undefined ? first : `${[first, ...lower].join(", ")} and ${last}`;
}

function CorrectionEntry({ correctedAt, wallet, before, after }: Correction) {
  return (
    <>
      <p className="text-ink-soft">
        <Time at={correctedAt} />, signed by <span title={wallet}>{shortAddress(wallet)}</span>
      </p>
      <dl>
        {changedFields(before, after).map(({ key, label }) => (
          <div key={key} className="wrap-anywhere">
            <dt className="font-medium">{label}</dt>
            <dd>
              was <Words text={before?.[key]} />, became <Words text={after?.[key]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const Words = ({ text }: { text: string | undefined }) =>
  text ? <q>{text}</q> : <span className="text-ink-soft">nothing</span>;
