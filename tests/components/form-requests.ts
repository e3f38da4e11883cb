import { fireEvent, screen } from "@testing-library/react";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { vi } from "vitest";
import { getWallet } from "./show";

const KEY = nacl.sign.keyPair();

type Sent = { url: string; method: string; body: unknown };

/** Replaces `fetch` until `vi.unstubAllGlobals`: records each request of a form, and returns the responses in order. */
export function recordRequests(...responses: (() => Response)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.endsWith("/nonce")) return Response.json({ nonce: "n", expiresAt: 1, serverTime: 1 });
    const body = JSON.parse(await new Response(init.body).text());
    sent.push({ url, method: init.method ?? "GET", body });
    return responses[sent.length - 1]?.() ?? Response.json({}, { status: 500 });
  });
  return sent;
}

/** Returns a connected wallet whose `signMessage` counts its calls. */
export const signingWallet = () => ({
  ...getWallet(bs58.encode(KEY.publicKey)),
  signMessage: vi.fn(async (message: Uint8Array) => nacl.sign.detached(message, KEY.secretKey)),
});

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** Returns the sentence under a field once the field is invalid. */
export async function errorUnder(label: string): Promise<string> {
  const field = screen.getByLabelText(label);
  await vi.waitFor(() => {
    if (field.getAttribute("aria-invalid") !== "true") throw new Error(`${label} is not invalid.`);
  });
  const note = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  return note?.textContent ?? "";
}
