// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import LabelDialog from "@/components/labels/label-dialog";
import { updateWallet } from "@/components/wallet/wallet-store";
import { errorUnder, press, recordRequests, signingWallet, type } from "../form-requests";
import { show } from "../show";

const RECIPIENT = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const account = signingWallet();
const stored = () => Response.json({ stored: 1, deleted: 0 });
const deleted = () => Response.json({ stored: 0, deleted: 1 });

afterEach(() => {
  cleanup();
  act(() => updateWallet({ account: null }));
  vi.unstubAllGlobals();
  account.signMessage.mockClear();
});

function dialog(recipient?: string) {
  act(() => updateWallet({ account }));
  const onClose = vi.fn();
  show(<LabelDialog {...{ account, onClose, ...(recipient && { recipient }) }} />);
  return onClose;
}

const createBody = (label: object) => ({ url: "/api/labels", method: "PUT", body: { labels: [label] } });

describe("LabelDialog", () => {
  test("refuses a wrong address and a label without text before the wallet signs", async () => {
    const sent = recordRequests();
    dialog();
    type("Recipient wallet", "nobody");
    press("Sign and save");
    expect(await errorUnder("Recipient wallet")).toBe("This is not a Solana address.");
    expect(await errorUnder("Category")).toBe("Enter a category or a note.");
    expect(document.activeElement).toBe(screen.getByLabelText("Recipient wallet"));
    type("Note", "Hired in 2025");
    expect(screen.queryByText("Enter a category or a note.")).toBeNull();
    expect(account.signMessage).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test("refuses a category with a control character", async () => {
    dialog(RECIPIENT);
    type("Category", "team\u0007");
    press("Sign and save");
    expect(await errorUnder("Category")).toBe("This line has characters that cannot be shown.");
    expect(account.signMessage).not.toHaveBeenCalled();
  });

  test("stores a label, and deletes it again without text", async () => {
    const sent = recordRequests(stored, deleted);
    const onClose = dialog();
    type("Recipient wallet", ` ${RECIPIENT} `);
    type("Category", " team ");
    press("Sign and save");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([createBody({ recipient: RECIPIENT, category: "team", note: "" })]);
    cleanup();
    const onDeleted = dialog(RECIPIENT);
    expect(screen.getByLabelText<HTMLInputElement>("Category").value).toBe("team");
    press("Delete label");
    await vi.waitFor(() => expect(onDeleted).toHaveBeenCalled());
    expect(sent[1]).toEqual(createBody({ recipient: RECIPIENT, category: "", note: "" }));
  });
});
