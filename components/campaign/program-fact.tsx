import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Fact } from "@/components/ui/card";
import { Address } from "@/components/ui/values/address";
import type { ProgramView } from "@/lib/contract/program";

/** Says who can change the program that holds a campaign's funds, and whether its code is known. */
export function ProgramFact({ program }: { program: ProgramView | null }) {
  const t = useTranslator();
  if (!program) return null;
  const { authority, deployedSlot, tested } = program;
  return (
    <Fact label={t("Program")}>
      <span>
        {authority === null ? (
          t("Immutable")
        ) : (
          <Trans
            id="{authority} can change it, last deployed at slot {slot}"
            values={{
              authority: <Address address={authority} name="authority" />,
              slot: deployedSlot ?? "?",
            }}
          />
        )}
        {" · "}
        {tested ? t("matches tested build") : t("does not match the tested build")}
      </span>
    </Fact>
  );
}
