import { z } from "zod";
import type { Env } from "@/lib/service/env";

const TIMEOUT_MS = 3000;
const MAX_ANSWER_BYTES = 1_048_576;

/** US dollars by mint; a mint the provider does not price is absent. */
export type Quotes = Map<string, number>;

const quote = z.object({ usdPrice: z.number().nonnegative() });
const answer = z.record(z.string(), z.unknown());

/**
 * Asks the provider for the prices of `mints`. Nothing in its answer is trusted: what is no finite price of a mint
 * that was asked for is dropped. Throws when there is no usable answer in time.
 */
export async function fetchPrices(
  mints: readonly string[],
  { PRICE_API_URL, PRICE_API_KEY }: Pick<Env, "PRICE_API_URL" | "PRICE_API_KEY">,
): Promise<Quotes> {
  const url = new URL(PRICE_API_URL);
  url.searchParams.set("ids", mints.join(","));
  const response = await fetch(url, {
    headers: { accept: "application/json", ...(PRICE_API_KEY && { "x-api-key": PRICE_API_KEY }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "error",
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`The price provider answered ${response.status}.`);
  const offered = answer.parse(JSON.parse(await readText(response)));
  const quotes: Quotes = new Map();
  for (const mint of mints) {
    const price = quote.safeParse(Object.hasOwn(offered, mint) ? offered[mint] : undefined);
    if (price.success) quotes.set(mint, price.data.usdPrice);
  }
  return quotes;
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error("The price provider's answer is too long.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
