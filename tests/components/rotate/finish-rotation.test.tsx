// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { FinishRotation } from "@/components/rotate/finish-rotation";
import { toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { show } from "../show";

const stored = vi.hoisted(() => ({ replaced: undefined as object | undefined }));
vi.mock("@/components/drafts/pending-store", () => ({
  findRotation: async () => undefined,
  findReplaced: async ({ merkleRoot }: { merkleRoot: string }) =>
    merkleRoot === "current" ? stored.replaced : undefined,
}));
vi.mock("@/components/rotate/run-rotation", () => ({}));

afterEach(cleanup);

type Props = ComponentProps<typeof FinishRotation>;

const planned = {
  plan: { leaves: [], paidToGone: 0n },
  difference: { changes: [], counts: {}, sumBefore: 0n, sumAfter: 0n },
} as unknown as Props["planned"];

test("the button is named after the review while the list has no changes", () => {
  const campaign = { treeAddress: NATIVE_MINT, cancelAuthority: NATIVE_MINT } as Props["campaign"];
  show(
    <FinishRotation
      {...{ campaign, planned, token: toToken(NATIVE_MINT, null), draftId: "draft" }}
      basis={{ previousRoot: "", totalClaimed: 0n }}
      currentRoot="current"
      onReread={() => undefined}
      isReady
      isValid
    >
      list
    </FinishRotation>,
  );
  expect(screen.getByRole("button", { name: "Review changes" })).toHaveProperty("disabled", true);
  expect(screen.queryByRole("button", { name: "Update recipients" })).toBeNull();
  expect(screen.getByText("No changes yet. Edit the list above.")).toBeTruthy();
});
