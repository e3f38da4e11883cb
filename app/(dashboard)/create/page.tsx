import { CreateCampaign } from "@/components/create/create-campaign";
import { PREFILL_PARAMETERS, type PrefillParameters } from "@/components/create/prefill/read-prefill";
import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { PageHeader } from "@/components/ui/page/page-header";
import { readParameter } from "@/components/ui/page/page-query";
import { message } from "@/lib/core/i18n/translator";
import { isAddress } from "@/lib/core/solana/addresses";
import { readShell } from "@/lib/service/pages/shell";

export const generateMetadata = titled(message("Create a campaign"));

export default async function CreatePage({ searchParams }: PageProps<"/create">) {
  const search = await searchParams;
  const clone = readParameter(search, "clone");
  const prefill: PrefillParameters = Object.fromEntries(
    PREFILL_PARAMETERS.flatMap((name) => {
      const value = readParameter(search, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const cloneOf = clone && isAddress(clone) ? clone : null;
  const t = await requestTranslator();
  const { programId, isLocalLedger, maxLeaves, recipientFileOrigins } = await readShell();
  return (
    <>
      <PageHeader title={t("Create a campaign")}>
        {t("A campaign locks tokens and releases them to its recipients over time.")}
      </PageHeader>
      <CreateCampaign
        {...{ programId, isLocalLedger, maxLeaves, cloneOf, recipientFileOrigins }}
        prefill={Object.keys(prefill).length > 0 ? prefill : null}
      />
    </>
  );
}
