// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ListForm } from "@/components/confirmations/list-form";
import { errorUnder, press, recordRequests, signingWallet, type } from "../form-requests";
import { show } from "../show";

const WALLET = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const LINES = "Recipients, one per line";
const signer = signingWallet();
const list = { id: "cl_1", name: "Advisors", createdAt: 1, recipients: 2, invited: 1, confirmed: 0 };
const created = () => Response.json({ list, invites: [] }, { status: 201 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  signer.signMessage.mockClear();
});

function form() {
  const onCreated = vi.fn();
  show(<ListForm {...{ signer, onCreated }} />);
  return onCreated;
}

describe("ListForm", () => {
  test("requires a name and a recipient before the wallet signs", async () => {
    const sent = recordRequests();
    form();
    press("Create confirmation list");
    expect(await errorUnder("Name of the list")).toBe("Enter a name.");
    expect(await errorUnder(LINES)).toBe("Enter at least one recipient.");
    expect(document.activeElement).toBe(screen.getByLabelText("Name of the list"));
    type("Name of the list", "Advi\u202esors");
    await vi.waitFor(async () =>
      expect(await errorUnder("Name of the list")).toBe("This line has characters that cannot be shown."),
    );
    expect(signer.signMessage).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test("names the line of a wrong recipient at once, and does not send it", async () => {
    const sent = recordRequests();
    form();
    type("Name of the list", "Advisors");
    type(LINES, "Dan\nDan");
    expect(await errorUnder(LINES)).toBe("Line 2: This recipient is already on the list.");
    press("Create confirmation list");
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(LINES)));
    expect(await errorUnder(LINES)).toBe("Line 2: This recipient is already on the list.");
    expect(sent).toEqual([]);
  });

  test("sends the name and the recipients of a file, and is empty afterwards", async () => {
    const sent = recordRequests(created);
    const onCreated = form();
    type("Name of the list", " Advisors ");
    const files = [new File([`Ada, ${WALLET}\nDan`], "list.csv")];
    fireEvent.change(screen.getByLabelText("File of recipients"), { target: { files } });
    await screen.findByText("1 wallet to confirm, 1 recipient to invite");
    press("Create confirmation list");
    await vi.waitFor(() => expect(onCreated).toHaveBeenCalled());
    const recipients = [{ wallet: WALLET, reference: "Ada" }, { reference: "Dan" }];
    expect(sent).toEqual([
      { url: "/api/confirmations", method: "POST", body: { name: "Advisors", recipients } },
    ]);
    expect(screen.getByLabelText<HTMLTextAreaElement>(LINES).value).toBe("");
    expect(screen.getByLabelText<HTMLInputElement>("Name of the list").value).toBe("");
  });
});
