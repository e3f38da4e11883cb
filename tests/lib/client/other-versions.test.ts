import { describe, expect, test } from "vitest";
import examples from "@/app/api/examples.json";
import { ApiClient } from "@/lib/client/api-client";
import { InvalidResponseError } from "@/lib/client/api-error";
import { builtTransaction } from "@/lib/contract/operations";

const TREE = "6nShRsh4Nz7QRqU9gLhfqGvMhQnVdLqojmerSvzapoJK";
type Call = keyof typeof examples.calls;
// biome-ignore lint/suspicious/noExplicitAny: the tests change answers as a later version of the service could.
type Body = any;

/** A client whose service answers with a recorded body that `change` has edited, and that body. */
function laterService(call: Call, change: (body: Body) => unknown) {
  const body: Body = structuredClone((examples.calls[call].answer as { body?: unknown }).body);
  change(body);
  const fetch = async () => new Response(JSON.stringify(body));
  return { api: new ApiClient({ baseUrl: "http://localhost", attempts: 1, fetch }), body };
}

describe("an answer of a later version", () => {
  test("is accepted with fields that the client does not know", async () => {
    const { api, body } = laterService("GET /api/campaigns/{treeAddress}", (body) => {
      body.later = { deep: [1] };
      body.asOf.later = true;
    });
    expect(await api.campaign(TREE)).toMatchObject({ treeAddress: body.treeAddress });
  });

  test("is accepted with unknown statuses of campaigns", async () => {
    const { api, body } = laterService("GET /api/campaigns", ({ campaigns }) => {
      for (const campaign of campaigns) campaign.status = "archived";
    });
    const { campaigns } = await api.campaigns();
    expect(campaigns).toHaveLength(body.campaigns.length);
    for (const { status } of campaigns) expect(status).toBe("archived");
  });

  test("is accepted with unknown event types, which keep their order among the known ones", async () => {
    const { api, body } = laterService(
      "GET /api/campaigns/{treeAddress}/timeline",
      ({ campaign, events }) => {
        campaign.status = "archived";
        events.unshift({ ...events[0], type: "fee_charged", data: { amount: "5" } });
        events.splice(2, 0, { ...events[0], type: "renamed", data: {} });
      },
    );
    const { events, campaign } = await api.timeline(TREE);
    expect(events.map(({ type }) => type)).toEqual(body.events.map(({ type }: { type: string }) => type));
    expect(events[0]).toMatchObject({ type: "fee_charged", data: { amount: "5" } });
    expect(campaign.status).toBe("archived");
  });

  test("is accepted with unknown problems of the index and states of the service", async () => {
    const { api } = laterService("GET /api/health", (body) => {
      body.status = "starting";
      body.indexer.problems = [{ code: "endpoint_slow", count: 1 }];
    });
    expect(await api.health()).toMatchObject({
      status: "starting",
      indexer: { problems: [{ code: "endpoint_slow" }] },
    });
  });
});

describe("a client refuses from any version", () => {
  test.each<[string, Call, (body: Body) => unknown, (api: ApiClient) => Promise<unknown>]>([
    [
      "an amount that is not one beside an unknown status",
      "GET /api/beneficiary/{address}/campaigns",
      ({ campaigns }) => Object.assign(campaigns[0], { status: "archived", claimable: 1.5 }),
      (api) => api.beneficiaryCampaigns(TREE),
    ],
    [
      "a missing address beside an unknown status",
      "GET /api/campaigns",
      ({ campaigns }) => {
        campaigns[0].status = "archived";
        campaigns[0].creator = undefined;
      },
      (api) => api.campaigns(),
    ],
    [
      "a status that is not text",
      "GET /api/campaigns",
      ({ campaigns }) => {
        campaigns[0].status = 7;
      },
      (api) => api.campaigns(),
    ],
    [
      "an encoding of a transaction that it cannot read",
      "POST /api/campaigns/{treeAddress}/cancel",
      (body) => {
        body.encoding = "base85";
      },
      (api) => api.request("/api/campaigns/x/cancel", { schema: builtTransaction, json: {} }),
    ],
  ])("refuses %s", async (_name, call, change, query) => {
    await expect(query(laterService(call, change).api)).rejects.toBeInstanceOf(InvalidResponseError);
  });
});
