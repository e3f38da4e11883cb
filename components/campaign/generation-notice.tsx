import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { campaignHref } from "./campaign-href";

const MAX_LINKS = 5;

/** Links the campaigns of an address that was created more than once. */
export function GenerationNotice({ campaign }: { campaign: CampaignDetail }) {
  const t = useTranslator();
  const { generations = [], earlierGeneration, treeAddress } = campaign;
  if (earlierGeneration !== null) {
    return (
      <Notice tone="neutral" title={t("Earlier campaign")}>
        <Trans
          id="The creator has since created a new campaign at this address. <current>View the current campaign</current>"
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
              href={campaignHref({ treeAddress, earlierGeneration: creation })}
            >
              <Trans id="Created on {date}" values={{ date: <Time at={createdAt} /> }} />
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
