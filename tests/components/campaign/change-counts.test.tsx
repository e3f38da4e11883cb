// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ChangeCounts } from "@/components/campaign/change-counts";
import { show } from "../show";

afterEach(cleanup);

test("shows the kinds of changes that occur, and the sums", () => {
  const { text } = show(
    <ChangeCounts
      counts={{ added: 1, removed: 0, raised: 2, untouched: 0 }}
      sums={[{ title: "Net change", text: "0 SOL" }]}
    />,
  );
  expect(text()).toBe("Added1Increased2Net change0 SOL");
});
