// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AddressPrompt } from "@/components/address/address-form";
import { openPath } from "@/tests/support/next-navigation";
import { show } from "../show";

afterEach(cleanup);

test.each([
  ["/portfolio", false, "Connect a wallet"],
  ["/portfolio", true, "Try a demo account"],
  ["/activity", false, "Connect a wallet"],
  ["/dashboard", false, "Connect a wallet"],
] as const)("the empty state of %s (local ledger: %s) has the button “%s”", (path, isLocalLedger, name) => {
  openPath(path);
  show(<AddressPrompt {...{ path, isLocalLedger }} title="No address selected" isGiven={false} />);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([name]);
});
