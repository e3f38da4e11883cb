// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TokenFilter } from "@/components/campaign/token-filter";
import { openPath } from "@/tests/support/next-navigation";
import { show, showGerman } from "../show";

beforeEach(() => openPath("/activity"));
afterEach(cleanup);

const tokens = ["first", "second"].map((mint) => ({ mint, decimals: 0, unit: mint, isKnown: true }));
const of = { tokens, action: "/activity", parameters: { address: "ada", kind: undefined } };
const select = () => screen.queryByRole<HTMLSelectElement>("combobox");

describe("TokenFilter", () => {
  it("offers all tokens and each one, and keeps the other parameters of the list", () => {
    const { container } = show(<TokenFilter {...of} current="second" />);
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "All tokens",
      "first",
      "second",
    ]);
    expect(select()?.value).toBe("second");
    const hidden = [...container.querySelectorAll<HTMLInputElement>("input[type=hidden]")];
    expect(hidden.map(({ name, value }) => [name, value])).toEqual([["address", "ada"]]);
  });

  it("renders nothing for a list in one token, unless the list is filtered", () => {
    show(<TokenFilter {...of} tokens={tokens.slice(1)} current={undefined} />);
    expect(select()).toBeNull();
    cleanup();
    show(<TokenFilter {...of} tokens={[]} current="another" />);
    expect(select()).not.toBeNull();
  });

  it("names its options in German on a German page", () => {
    showGerman(<TokenFilter {...of} current={undefined} />);
    expect(screen.getByRole("option", { name: "Alle Token" })).toBeTruthy();
  });
});
