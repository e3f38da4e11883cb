// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { CheckedDraft } from "@/components/create/form/campaign-draft";
import { FinishCard } from "@/components/create/sign/finish-card";
import { updateWallet } from "@/components/wallet/wallet-store";
import { RecipientList } from "@/lib/core/recipients/recipient-list";
import { getWallet, show } from "../../show";

afterEach(() => {
  cleanup();
  updateWallet({ account: null, choosing: false });
});

const CHECKED: CheckedDraft = {
  ...{ recipients: RecipientList.of([]), totalAmount: 0n, errors: {}, sheet: null },
  ...{ checking: 50, isReady: false },
};
const PREPARATION = {
  ...{ prepare: { isPending: false, isError: false }, prepared: null, percent: null, checks: {} },
} as unknown as ComponentProps<typeof FinishCard>["preparation"];

test("starts the checks after a wallet has connected, but not before the rows are checked", () => {
  const onReview = vi.fn();
  let finishRows = () => {};
  function Page() {
    const [checked, setChecked] = useState(CHECKED);
    finishRows = () => setChecked({ ...CHECKED, checking: null });
    const token = { mint: "mint", decimals: 9, unit: "SOL", isKnown: true };
    const nothing = () => undefined;
    return (
      <FinishCard
        {...{ preparation: PREPARATION, checked, token, problems: [], onReview }}
        onBack={nothing}
        onRunning={nothing}
        onNames={nothing}
      />
    );
  }
  show(<Page />);
  fireEvent.click(screen.getByRole("button", { name: "Connect a wallet" }));
  act(() => updateWallet({ account: getWallet("wallet") }));
  expect(onReview).not.toHaveBeenCalled();
  act(() => finishRows());
  expect(onReview).toHaveBeenCalledOnce();
});
