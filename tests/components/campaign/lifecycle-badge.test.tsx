// @vitest-environment happy-dom

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import type { LifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { show } from "../show";

test("shows an unknown state in words when the service is newer than the page", () => {
  show(<LifecycleBadge status={"frozen" as LifecycleStatus} />);
  expect(screen.getByText("Unknown status")).toBeDefined();
});
