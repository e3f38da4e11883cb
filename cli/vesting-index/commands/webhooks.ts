import { operatorEndpointsPage } from "@/lib/contract/operator-webhooks";
import { EXIT, type Exit, print, printJson } from "../outcome";
import type { RunningService } from "../running-service";

const PATH = "/api/admin/webhooks/endpoints";
type Endpoint = ReturnType<typeof operatorEndpointsPage.parse>["endpoints"][number];

/** Lists the webhook endpoints of all wallets. */
export async function listWebhooks(service: RunningService, { json }: { json: boolean }): Promise<Exit> {
  const endpoints: Endpoint[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const response = await service.asOperator(cursor === "" ? PATH : `${PATH}?cursor=${cursor}`);
    const page = operatorEndpointsPage.parse(await response.json());
    endpoints.push(...page.endpoints);
    cursor = page.nextCursor;
  }
  if (json) printJson(endpoints);
  else if (endpoints.length === 0) print("There are no webhook endpoints.");
  else for (const endpoint of endpoints) print(getLine(endpoint));
  return EXIT.success;
}

function getLine({ id, wallet, url, createdAt, disabledReason, pending }: Endpoint): string {
  const day = new Date(createdAt * 1000).toISOString().slice(0, 10);
  return [id, day, disabledReason ?? "enabled", `${pending} pending`, wallet, url].join("  ");
}

/** Deletes a webhook endpoint of any wallet, with its deliveries. */
export async function deleteWebhook(service: RunningService, endpointId: string): Promise<Exit> {
  await service.asOperator(`${PATH}/${encodeURIComponent(endpointId)}`, { method: "DELETE" });
  print(`Deleted ${endpointId}.`);
  return EXIT.success;
}
