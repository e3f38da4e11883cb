// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { MonoAddresses, WholeAddress } from "@/components/ui/values/address";
import { show } from "../../show";

afterEach(cleanup);

it("shows a whole address that breaks into two lines of the same length and copies as one text", () => {
  const address = "A".repeat(22) + "B".repeat(22);
  const { text, container } = show(<WholeAddress address={address} name="recipient" isHere />);
  expect(text()).toContain(address);
  expect(container.querySelectorAll("wbr")).toHaveLength(1);
  expect(screen.getByText(address)).toBeTruthy();
});

it("shows the shortened addresses of a text in the font of addresses", () => {
  const { text, container } = show(<MonoAddresses text="by 5Tki…wEW2 · Milestone 2" />);
  expect(text()).toBe("by 5Tki…wEW2 · Milestone 2");
  expect([...container.querySelectorAll(".font-mono")].map((item) => item.textContent)).toEqual([
    "5Tki…wEW2",
  ]);
});
