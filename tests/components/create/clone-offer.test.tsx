// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GET as getLeaves } from "@/app/api/campaigns/[treeAddress]/leaves/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { CloneOffer } from "@/components/create/clone/clone-offer";
import { ClockProvider } from "@/components/shell/clock";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";
import { NOW, storeCampaign } from "@/tests/support/stored-action";
import { show } from "../show";

const database = openTestDatabase();
beforeEach(() => {
  startServices({ db: database.db, now: () => NOW });
  vi.stubGlobal("fetch", async (url: string) => {
    const [path = "", search = ""] = url.split("?");
    const [, treeAddress = "", list] = /^\/api\/campaigns\/(\w+)(\/leaves)?$/.exec(path) ?? [];
    const handler = list ? getLeaves : getDetail;
    const { status, text } = await call(handler, { path, params: { treeAddress }, query: search });
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DAY = 86_400n;

async function offer() {
  const times = (days: bigint) => ({ startTime: NOW + days * DAY, cliffTime: NOW + days * DAY });
  const { treeAddress } = await storeCampaign(database.db, {
    metadata: { name: "Crew" },
    leaves: [
      { ...times(-10n), endTime: NOW + 90n * DAY },
      { ...times(5n), endTime: NOW + 30n * DAY },
      { ...times(-20n), endTime: NOW + 30n * DAY, amount: 0n },
    ],
  });
  const onTake = vi.fn();
  const shown = show(
    <ClockProvider serverNow={NOW.toString()}>
      <CloneOffer {...{ treeAddress, onTake }} maxLeaves={10} />
    </ClockProvider>,
  );
  await screen.findByText("Clone Crew");
  return { ...shown, onTake };
}

const takeOver = () => screen.getByRole<HTMLButtonElement>("button", { name: "Copy to form" });

test("accepts dates in the past only after a confirmation", async () => {
  const { text, onTake } = await offer();
  expect(text()).toContain("2 allocations, from");
  expect(text()).toContain("1 closed allocation is omitted.");
  expect(takeOver().disabled).toBe(false);
  fireEvent.change(screen.getByLabelText("Dates"), { target: { value: "keep" } });
  expect(text()).toContain("1 of 2 allocations would begin in the past");
  expect(takeOver().disabled).toBe(true);
  fireEvent.click(screen.getByLabelText("I confirm the dates in the past"));
  fireEvent.click(takeOver());
  await waitFor(() => expect(onTake).toHaveBeenCalledTimes(1));
  expect(onTake.mock.calls[0]?.[0]).toMatchObject({ name: "Crew", mode: "many", fileUnits: "base" });
  expect(text()).toContain("Copied to the form");
});

test("starts moved dates in the future unless an earlier start is chosen", async () => {
  const { text } = await offer();
  expect(text()).not.toContain("Some schedules begin in the past");
  const first = screen.getByLabelText("New first date");
  fireEvent.change(first, { target: { value: "2020-01-01T00:00" } });
  expect(text()).toContain("2 of 2 allocations would begin in the past");
  expect(takeOver().disabled).toBe(true);
  fireEvent.change(first, { target: { value: "" } });
  expect(takeOver().disabled).toBe(true);
});

test("explains that a campaign is too long for the form, and allows another try", async () => {
  const { treeAddress } = await storeCampaign(database.db, { leaves: [{}, {}, {}] });
  const { text } = show(<CloneOffer {...{ treeAddress }} maxLeaves={2} onTake={() => undefined} />);
  await screen.findByText("Could not load the campaign");
  expect(text()).toContain("A campaign on this page can have at most 2 allocations.");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
});
