import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { withQuery } from "@/components/ui/page/page-query";
import { Time } from "@/components/ui/values/time";
import { linked, Trans } from "@/components/words/trans";
import { useWords } from "@/components/words/use-words";
import type { CampaignDetail } from "@/lib/core/views/campaign";

type Keyed = Pick<CampaignDetail, "treeAddress"> & Partial<Pick<CampaignDetail, "earlierGeneration">>;

/** The page of a campaign, which is that of an earlier generation where its address was created again. */
export const campaignHref = (
  { treeAddress, earlierGeneration }: Keyed,
  query: Record<string, string | number | undefined> = {},
): string => withQuery(`/campaigns/${treeAddress}`, { ...query, creation: earlierGeneration ?? undefined });

const MAX_LINKS = 5;

/** Links between the campaigns of an address that was created more than once. */
export function GenerationNotice({ campaign }: { campaign: CampaignDetail }) {
  const t = useWords();
  const { generations = [], earlierGeneration, treeAddress } = campaign;
  if (earlierGeneration !== null) {
    return (
      <Notice tone="neutral" title={t("Earlier campaign")}>
        <Trans
          id="The creator has created this address again since. <current>View the current campaign</current>"
          components={{ current: linked(`/campaigns/${treeAddress}`) }}
        />
      </Notice>
    );
  }
  const earlier = generations.filter(({ current }) => !current).slice(0, MAX_LINKS);
  if (earlier.length === 0) return null;
  return (
    <Notice tone="neutral" title={t("This address had an earlier campaign")}>
      <ul>
        {earlier.map(({ creation, createdAt }) => (
          <li key={creation}>
            <Link
              className="underline underline-offset-4"
              href={withQuery(`/campaigns/${treeAddress}`, { creation })}
            >
              <Trans id="Created on {date}" values={{ date: <Time at={createdAt} /> }} />
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
