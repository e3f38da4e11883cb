// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Amount } from "@/components/ui/values/amount";
import { toToken } from "@/lib/contract/names";
import { createWallet } from "@/tests/support/http";
import { show } from "../../show";

const token = toToken(createWallet().address, 9);
afterEach(cleanup);

/** Returns the unbreakable pieces of text, and whether a line may break between them. */
const parts = (baseUnits: bigint) => {
  const { container } = show(<Amount value={baseUnits} token={token} exact />);
  const unbroken = [...container.querySelectorAll(".whitespace-nowrap")].map(
    ({ textContent }) => textContent,
  );
  return [unbroken, container.querySelectorAll("wbr").length];
};

test("keeps a number of up to 12 characters on one line", () => {
  expect(parts(1_234_567_891_000n)).toEqual([["1,234.567891"], 0]);
});

test("breaks a longer number between its thousands and at no digit", () => {
  expect(parts(2n ** 64n - 1n)).toEqual([["18", ",446", ",744", ",073.709551615"], 3]);
});
