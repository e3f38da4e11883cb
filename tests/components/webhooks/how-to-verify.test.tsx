// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { HowToVerify } from "@/components/webhooks/how-to-verify";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { show } from "../show";

afterEach(cleanup);

describe("HowToVerify", () => {
  test("lists the types as they arrive in messages, beside a sample message", () => {
    const { container } = show(<HowToVerify />);
    const types = [...container.querySelectorAll("dt")].map(({ textContent }) => textContent);
    expect(types).toEqual(EVENT_TYPES.map((type) => `campaign.${type}`));
    const sample = JSON.parse(container.querySelectorAll("pre")[1]?.textContent ?? "");
    expect(types).toContain(sample.type);
  });

  test("states that an event waits at most five minutes, and that resent events are out of order", () => {
    const { text } = show(<HowToVerify />);
    expect(text()).toContain(
      "Each waits until it is final, but at most five minutes. Resent events are out of order.",
    );
  });
});
