// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WaitlistForm } from "@/components/landing/waitlist-form";
import { errorUnder, press, recordRequests, type } from "../form-requests";
import { show } from "../show";

const EMAIL = "Email address";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("WaitlistForm", () => {
  test.each(["", "ada", "ada@"])("refuses the address “%s” under the field", async (address) => {
    const sent = recordRequests();
    show(<WaitlistForm />);
    type(EMAIL, address);
    press("Join waitlist");
    expect(await errorUnder(EMAIL)).toBe("Enter an email address.");
    expect(document.activeElement).toBe(screen.getByLabelText(EMAIL));
    expect(sent).toEqual([]);
  });

  test("sends the address, and confirms it", async () => {
    const sent = recordRequests(() => Response.json({ ok: true }, { status: 201 }));
    show(<WaitlistForm />);
    type(EMAIL, "ada@example.com");
    press("Join waitlist");
    expect((await screen.findByRole("status")).textContent).toContain("You joined the waitlist.");
    expect(sent).toEqual([{ url: "/api/waitlist", method: "POST", body: { email: "ada@example.com" } }]);
  });

  test("keeps the address after an error of the service", async () => {
    const error = "Too many requests. Try again in 60 seconds.";
    recordRequests(() => Response.json({ error, code: "RATE_LIMITED" }, { status: 429 }));
    show(<WaitlistForm />);
    type(EMAIL, "ada@example.com");
    press("Join waitlist");
    expect((await screen.findByRole("alert")).textContent).toBe(error);
    expect(screen.getByLabelText<HTMLInputElement>(EMAIL).value).toBe("ada@example.com");
  });
});
