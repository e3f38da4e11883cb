import { expect, type Page } from "@playwright/test";

/** The headers of a page of the service, which alone has its calls passed on. */
export const asPage = (url: string) => ({ origin: url });

/** Asks the ledger through the service, as a page of it would, and gives the result. */
export async function askLedger(
  { page, service }: { page: Page; service: { url: string } },
  method: string,
  params: unknown[],
): Promise<unknown> {
  const answer = await page.request.post(`${service.url}/rpc`, {
    headers: asPage(service.url),
    data: { jsonrpc: "2.0", id: 1, method, params },
  });
  const body = await answer.json();
  expect(body).toHaveProperty("result");
  return body.result;
}
