// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SubscriptionForm } from "@/components/reminders/subscription-form";
import { REMINDER_CHANNELS, REMINDER_KINDS } from "@/lib/core/events/reminder-kinds";
import { errorUnder, press, recordRequests, signingWallet, type } from "../form-requests";
import { show } from "../show";

const URL_ERROR = "Enter an HTTPS URL without a user name, password or # fragment.";
const EMAIL_ERROR = "Enter an email address.";
const signer = signingWallet();

const subscription = {
  ...{ id: "rs_1", channel: "email", target: "ada@example.com", kinds: [...REMINDER_KINDS], leads: [86_400] },
  ...{
    language: "en",
    state: "unconfirmed",
    stoppedReason: null,
    createdAt: 1,
    lastSentAt: null,
    error: null,
  },
};
const created = () => Response.json({ subscription, secret: null }, { status: 201 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  signer.signMessage.mockClear();
});

function form() {
  const onCreated = vi.fn();
  show(
    <SubscriptionForm
      {...{ signer, onCreated }}
      channels={REMINDER_CHANNELS}
      rules={{ allowsHttp: false }}
    />,
  );
  return onCreated;
}

const toggle = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));

describe("SubscriptionForm", () => {
  test.each([
    { channel: "email", label: "Email address", target: "ada", error: EMAIL_ERROR },
    { channel: "email", label: "Email address", target: "", error: EMAIL_ERROR },
    { channel: "webhook", label: "URL of your server", target: "http://example.com", error: URL_ERROR },
    { channel: "slack", label: "URL of the Slack incoming webhook", target: "hooks", error: URL_ERROR },
  ])("refuses “$target” for $channel before the wallet signs", async ({ channel, label, target, error }) => {
    const sent = recordRequests();
    form();
    type("Channel", channel);
    type(label, target);
    press("Add reminders");
    expect(await errorUnder(label)).toBe(error);
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(signer.signMessage).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test("removes the error of an email address when another channel is selected", async () => {
    form();
    press("Add reminders");
    await errorUnder("Email address");
    type("Channel", "webhook");
    expect(screen.getByLabelText("URL of your server").getAttribute("aria-invalid")).toBeNull();
    expect(screen.queryByText(EMAIL_ERROR)).toBeNull();
  });

  test("requires a kind and a time", async () => {
    const sent = recordRequests();
    form();
    type("Email address", "ada@example.com");
    for (const box of screen.getAllByRole<HTMLInputElement>("checkbox"))
      if (box.checked) fireEvent.click(box);
    press("Add reminders");
    expect(await screen.findAllByText("Select at least one option.")).toHaveLength(2);
    expect(await errorUnder("1 day before")).toBe("Select at least one option.");
    expect(signer.signMessage).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test("sends the target, all kinds, the times and the language", async () => {
    const sent = recordRequests(created);
    const onCreated = form();
    type("Email address", " ada@example.com ");
    type("Language", "de");
    toggle("7 days before");
    press("Add reminders");
    await vi.waitFor(() => expect(onCreated).toHaveBeenCalled());
    const body = { channel: "email", target: "ada@example.com", kinds: REMINDER_KINDS, language: "de" };
    expect(sent).toEqual([
      { url: "/api/reminders", method: "POST", body: { ...body, leads: [86_400, 604_800] } },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>("Email address").value).toBe("");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "7 days before" }).checked).toBe(true);
  });
});
