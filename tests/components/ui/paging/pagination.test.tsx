// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Pagination } from "@/components/ui/paging/pagination";
import { show } from "../../show";

afterEach(cleanup);

const pager = (total: number) =>
  show(<Pagination {...{ page: 1, limit: 20, total }} noun="campaigns" href={(page) => `?page=${page}`} />);

test("states the range of a list of several pages", () => {
  expect(pager(41).text()).toContain("1–20 of 41 campaigns");
});

test.each([0, 20])("renders nothing for %i items, which fit on one page", (total) => {
  expect(pager(total).container.innerHTML).toBe("");
});
