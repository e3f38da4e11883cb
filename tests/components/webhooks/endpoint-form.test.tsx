// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EndpointForm } from "@/components/webhooks/endpoint-form";
import type { WebhookEndpointView } from "@/lib/contract/webhook";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { errorUnder, press, recordRequests, signingWallet, type } from "../form-requests";
import { show, showGerman } from "../show";

const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const URL_FIELD = "URL of your server";
const URL_ERROR = "Enter an HTTPS URL without a user name, password or # fragment.";
const signer = signingWallet();

const endpoint: WebhookEndpointView = {
  ...{
    id: "ep_1",
    url: "https://example.com/hooks",
    campaigns: null,
    address: null,
    creator: signer.address,
  },
  ...{ types: null, enabled: true, disabledReason: null, disabledAt: null, failingSince: null },
  ...{ previousSecretUntil: null, pending: 0, createdAt: 1 },
};
const created = () => Response.json({ endpoint, secret: "whsec_1" }, { status: 201 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  signer.signMessage.mockClear();
});

function form({ campaign = null as string | null, allowsHttp = false, render = show } = {}) {
  const onCreated = vi.fn();
  render(
    <EndpointForm {...{ signer, onCreated }} subject={{ campaign, address: null }} rules={{ allowsHttp }} />,
  );
  return onCreated;
}

describe("EndpointForm", () => {
  test.each([
    ...[
      "",
      "http://example.com/hooks",
      "example.com",
      "https://example.com/#part",
      "https://a:b@example.com/",
    ],
  ])("refuses the URL %s under its field before the wallet signs", async (url) => {
    const sent = recordRequests();
    form();
    type(URL_FIELD, url);
    press("Add webhook");
    expect(await errorUnder(URL_FIELD)).toBe(URL_ERROR);
    expect(document.activeElement).toBe(screen.getByLabelText(URL_FIELD));
    expect(signer.signMessage).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test("shows the sentence in the language of the page, and removes it once the URL is valid", async () => {
    form({ render: showGerman });
    press("Webhook hinzufügen");
    const label = "URL Ihres Servers";
    expect(await errorUnder(label)).toMatch(/^Geben Sie eine HTTPS-URL ohne/);
    type(label, "https://example.com/");
    await vi.waitFor(() => expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBeNull());
  });

  test("refuses a wrong address and an empty list of events", async () => {
    const sent = recordRequests();
    form();
    type(URL_FIELD, "https://example.com/hooks");
    type("Address", "nobody");
    const events = screen.getAllByRole("checkbox");
    for (const event of events) fireEvent.click(event);
    press("Add webhook");
    expect(await errorUnder("Address")).toBe("Enter a valid Solana address.");
    expect(document.activeElement).toBe(screen.getByLabelText("Address"));
    expect(events.every((event) => event.getAttribute("aria-invalid") === "true")).toBe(true);
    expect(screen.getByRole("group", { name: "Events" }).textContent).toContain(
      "Select at least one option.",
    );
    type("Scope", "campaigns");
    type("Campaign addresses", `${TREE}, no-tree`);
    press("Add webhook");
    expect(await errorUnder("Campaign addresses")).toBe("Enter up to 100 valid campaign addresses.");
    expect(signer.signMessage).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test("sends the URL and the creator, and keeps the other choices for the next webhook", async () => {
    const sent = recordRequests(created, created);
    const onCreated = form();
    type(URL_FIELD, " https://example.com/hooks ");
    press("Add webhook");
    await vi.waitFor(() => expect(onCreated).toHaveBeenCalledTimes(1));
    const request = { url: "/api/webhooks", method: "POST" };
    expect(sent).toEqual([
      { ...request, body: { url: "https://example.com/hooks", creator: signer.address } },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>(URL_FIELD).value).toBe("");
    fireEvent.click(screen.getAllByRole("checkbox")[0] as HTMLElement);
    type(URL_FIELD, "https://example.com/more");
    press("Add webhook");
    await vi.waitFor(() => expect(onCreated).toHaveBeenCalledTimes(2));
    const body = { url: "https://example.com/more", creator: signer.address, types: EVENT_TYPES.slice(1) };
    expect(sent[1]).toEqual({ ...request, body });
  });

  test("sends several campaigns, and an HTTP URL where the service allows it", async () => {
    const sent = recordRequests(created);
    const onCreated = form({ campaign: TREE, allowsHttp: true });
    type(URL_FIELD, "http://127.0.0.1:9000/hooks");
    type("Campaign addresses", `${TREE}, ${signer.address}`);
    press("Add webhook");
    await vi.waitFor(() => expect(onCreated).toHaveBeenCalled());
    expect(sent[0]?.body).toEqual({ url: "http://127.0.0.1:9000/hooks", campaigns: [TREE, signer.address] });
  });

  test("shows an error of the service that names the URL under its field", async () => {
    const error = "Correct url: must be at a public address.";
    const details = [{ path: "url", message: "must be at a public address" }];
    recordRequests(() => Response.json({ error, code: "VALIDATION_ERROR", details }, { status: 400 }));
    const onCreated = form();
    type(URL_FIELD, "https://10.0.0.1/hooks");
    press("Add webhook");
    expect(await errorUnder(URL_FIELD)).toBe(error);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(onCreated).not.toHaveBeenCalled();
  });

  test("shows another error of the service above the button", async () => {
    const error = "A wallet can have at most 10 webhook endpoints. Delete one first.";
    recordRequests(() => Response.json({ error, code: "FORBIDDEN" }, { status: 403 }));
    form();
    type(URL_FIELD, "https://example.com/hooks");
    press("Add webhook");
    expect((await screen.findByRole("alert")).textContent).toBe(error);
    expect(screen.getByLabelText(URL_FIELD).getAttribute("aria-invalid")).toBeNull();
  });
});
