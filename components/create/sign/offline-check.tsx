import type { PendingCampaign } from "@/components/drafts/pending-store";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { download } from "@/components/review/document";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Offers a file and a command to recompute the root without this service. */
export function OfflineCheck({ pending }: { pending: PendingCampaign }) {
  const t = useTranslator();
  return (
    <details className="min-w-0 self-start rounded-box border border-line px-3 text-sm open:lg:col-span-full print:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {t("Verify the root offline")}
      </summary>
      <div className="space-y-2 pb-3 text-ink-soft">
        <p>
          <Trans
            id="Your browser computed the root from your rows. Keep the file below. With this file, anyone can compute the root again offline, using {command} of this project or their own code."
            values={{ command: <code className="font-mono">{VERIFY}</code> }}
          />
        </p>
        <p>
          {t(
            "A leaf is the keccak256 hash of a zero byte and these 70 bytes: index u32, beneficiary, amount u64, release type u8, start, cliff and end i64, milestone u8. All numbers are little-endian. A node is the keccak256 hash of a one byte and its two children. An odd last node is paired with itself.",
          )}
        </p>
        <Button
          onClick={() =>
            download({
              name: `campaign-${pending.treeAddress.slice(0, 8)}.json`,
              type: "application/json",
              chunks: verificationFile(pending),
            })
          }
        >
          <Icon name="download" className="size-4" /> {t("Download leaves and root")}
        </Button>
      </div>
    </details>
  );
}

const VERIFY = "npm run verify-root";
const LEAVES_PER_CHUNK = 1_000;

/** Yields the leaves and the root as a JSON file that users can verify without this service. */
function* verificationFile({ treeAddress, merkleRoot, leaves }: PendingCampaign): Generator<string> {
  const text = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
  const head = JSON.stringify({ treeAddress, merkleRoot, leafCount: leaves.length }).slice(0, -1);
  yield `${head},"leaves":[\n`;
  for (let from = 0; from < leaves.length; from += LEAVES_PER_CHUNK) {
    const lines = leaves.slice(from, from + LEAVES_PER_CHUNK).map((leaf) => JSON.stringify(leaf, text));
    yield `${from > 0 ? ",\n" : ""}${lines.join(",\n")}`;
  }
  yield "\n]}\n";
}
