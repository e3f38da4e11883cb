import { setTimeout as sleep } from "node:timers/promises";
import { PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as getCampaign } from "@/app/api/campaigns/[treeAddress]/route";
import { POST as register } from "@/app/api/campaigns/route";
import { GET as runCron } from "@/app/api/cron/sync/route";
import { GET as getHealth } from "@/app/api/health/route";
import { GET as getMetrics } from "@/app/api/metrics/route";
import { examine } from "@/cli/vesting-index/commands/doctor";
import { selectGenesis } from "@/db/queries/indexing/sync-state";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { IndexProblem, IndexProblemCode } from "@/lib/contract/index-problem";
import { createChain } from "@/lib/service/chain/chain";
import { EndpointGenesis } from "@/lib/service/chain/endpoint-genesis";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";
import { forgetIndex } from "../indexer/support/index-of";
import { openTestDatabase } from "../support/database";
import { call, signIn, startServices } from "../support/http";
import { type LocalServer, listenLocally } from "../support/local-server";
import { FaultyNode, type NodeFaults } from "./support/faulty-node";
import { DAY, ScenarioCampaign } from "./support/scenario-campaign";

/**
 * A registered campaign behind two RPC endpoints. Each test injects one fault and lets the scheduler run once; health,
 * metrics and doctor must then name the fault, and stop once it is over.
 */
const KEY = "a-key-of-the-operator";
/** The supply of a scenario campaign. */
const FULL_FUNDING = 3n * 10n ** 9n + 3n;
const SECRET = "a-secret-of-the-scheduler";
const database = openTestDatabase();
let ledger: TestLedger;
let nodes: [FaultyNode, FaultyNode];
let services: Services;
let server: LocalServer;
let campaign: ScenarioCampaign;
let output: string[] = [];
/** Milliseconds by which the service's clock is ahead, so that waiting takes no time. */
let aheadMs = 0;

beforeEach(async () => {
  aheadMs = 0;
  ledger = await TestLedger.start();
  nodes = [await FaultyNode.start(ledger.url), await FaultyNode.start(ledger.url)];
  await forgetIndex(database.db);
  await database.db.delete(campaigns);
  const env = readEnv({
    ...{ ADMIN_API_KEY: KEY, CRON_SECRET: SECRET, LOG_LEVEL: "silent" },
    ...{ RATE_LIMIT: "off", REGISTRATION_CHECK: "ledger" },
  });
  services = startServices({
    ...{ db: database.db, env, now: () => ledger.now, nowMs: () => Date.now() + aheadMs },
    chain: createChain({
      ...{ urls: nodes.map(({ url }) => url), timeoutMs: 5_000, deadlineMs: 8_000 },
      genesis: new EndpointGenesis(() => selectGenesis(database.db)),
    }),
  });
  server = await listenLocally(
    createHttpServer({ env, log: services.log, handle: async () => {}, routes: ROUTES }),
  );
  vi.stubEnv("ADMIN_API_KEY", KEY);
  vi.stubEnv("SOLANA_RPC_URL", nodes.map(({ url }) => url).join(","));
  output = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => output.push(String(text)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await server.close();
  await Promise.all(nodes.map((node) => node.close()));
  await ledger.close();
});

const operator = { "x-admin-key": KEY };

/** One run as the scheduler starts it; minutes after the run before. */
async function runScheduled(): Promise<void> {
  aheadMs += 200_000;
  ledger.controls.advanceTime(200);
  const headers = { authorization: `Bearer ${SECRET}` };
  const { status } = await call(runCron, { path: "/api/cron/sync", headers });
  expect([200, 503]).toContain(status);
}

/** The problems that health, metrics and doctor name, each as codes. */
async function readNamed() {
  // Health reuses its answer for a second.
  aheadMs += 2_000;
  const { body } = await call<{ status: string; indexer: { problems: IndexProblem[] } }>(getHealth, {
    path: "/api/health",
    headers: operator,
  });
  const metrics = await call(getMetrics, { path: "/api/metrics", headers: operator });
  output = [];
  await examine(server.url, { json: false });
  const getCodes = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, code]) => code);
  return {
    status: body.status,
    details: body.indexer.problems.flatMap(({ details = [] }) => details).join("\n"),
    health: body.indexer.problems.map(({ code }) => code),
    metrics: getCodes(metrics.text, /^vesting_index_problems\{code="(\w+)"\} [1-9]/gm),
    doctor: getCodes(output.join(""), /^✗ index (\w+):/gm),
    printed: output.join(""),
  };
}

const inject = (fault: (faults: NodeFaults) => void, which: readonly FaultyNode[] = nodes) => {
  for (const { faults } of which) fault(faults);
};

async function startCampaign(kind: "native" | "token" = "token"): Promise<void> {
  // A slot that is hours low must still be one.
  ledger.controls.skipSlots(200_000);
  ledger.controls.advanceSlots(1);
  campaign = await ScenarioCampaign.prepare(ledger, kind);
  await campaign.create(FULL_FUNDING);
  const wallet = { address: campaign.creatorAddress, secretKey: campaign.creator.secretKey };
  const body = campaign.registration();
  const { status } = await call(register, { body, headers: await signIn(wallet, services) });
  expect(status).toBe(201);
  ledger.controls.advanceTime(Number(2n * DAY));
  await runScheduled();
  expect(await readNamed()).toMatchObject({ status: "ok", health: [], metrics: [], doctor: [] });
}

/** Claims for a person and returns the signature. */
async function claim(who: number): Promise<string> {
  expect(await campaign.claim(who)).not.toBeNull();
  return campaign.signatures.at(-1) ?? "";
}

type NamedFault = {
  name: string;
  codes: IndexProblemCode[];
  /** A part of the sentences that the operator reads. */
  detail?: RegExp;
  kind?: "native";
  inject: () => unknown;
  /** Waits until an endpoint that works again may be used. */
  recover?: () => Promise<void>;
};

/** Runs of the scheduler after which a fault that is over is no longer named. */
const RUNS_TO_CLEAR = 2;

/**
 * Waits for the longest cooldown of an endpoint that failed. The cooldown is in real time, while the runs of a
 * test are minutes apart only by the service's clock.
 */
const waitForCooldown = () => sleep(5_000);

const FAULTS: NamedFault[] = [
  {
    name: "an endpoint whose getSlot is hours low",
    codes: ["endpoint_lagging"],
    detail: /127\.0\.0\.1:\d+ is lagging/,
    inject: () => inject((faults) => Object.assign(faults, { headLag: 100_000 }), nodes.slice(0, 1)),
  },
  {
    name: "endpoints that are all behind the index",
    codes: ["index_behind", "endpoint_lagging"],
    inject: () => inject((faults) => Object.assign(faults, { headLag: 100_000, listsLag: true })),
  },
  {
    name: "an endpoint that reports a slot that nothing supports",
    codes: ["endpoint_contradicts"],
    detail: /127\.0\.0\.1:\d+ is ahead/,
    inject: () => inject((faults) => Object.assign(faults, { headLag: -500_000 }), nodes.slice(0, 1)),
  },
  {
    name: "an endpoint that does not answer",
    codes: ["endpoint_unreachable"],
    detail: /127\.0\.0\.1:\d+ is unreachable/,
    inject: () => inject((faults) => Object.assign(faults, { isDown: true }), nodes.slice(0, 1)),
    recover: waitForCooldown,
  },
  {
    name: "an endpoint that is of another network after a restart",
    codes: ["endpoint_foreign"],
    detail: /127\.0\.0\.1:\d+ belongs to another network/,
    inject: async () => {
      inject((faults) => Object.assign(faults, { isDown: true }), nodes.slice(0, 1));
      await runScheduled();
      await waitForCooldown();
      const genesis = new PublicKey(7).toBase58();
      inject((faults) => Object.assign(faults, { isDown: false, genesis }), nodes.slice(0, 1));
    },
  },
  {
    name: "a preferred endpoint that reports an indexed claim as failed",
    codes: ["endpoint_contradicts"],
    detail: /127\.0\.0\.1:\d+: \w+ is disputed/,
    inject: async () => {
      const signature = await claim(0);
      await runScheduled();
      inject((faults) => faults.failed.add(signature), nodes.slice(0, 1));
    },
  },
  {
    name: "a claim that every endpoint leaves out of its lists",
    codes: ["drift"],
    detail: /claimedSum/,
    inject: async () => {
      const signature = await claim(0);
      inject((faults) => faults.hidden.add(signature));
      await claim(1);
    },
  },
  {
    name: "a newest claim that every endpoint leaves out of its lists",
    codes: ["drift"],
    detail: /totalClaimed/,
    inject: async () => {
      const signature = await claim(1);
      inject((faults) => faults.hidden.add(signature));
    },
  },
  {
    name: "a cut log whose events cannot be rebuilt",
    codes: ["truncated_log"],
    inject: async () => {
      const signature = await claim(1);
      inject((faults) => faults.stripped.add(signature));
    },
  },
  {
    name: "a transaction whose log cannot be read",
    codes: ["checkpoint_blocked", "unreadable_transactions"],
    inject: async () => {
      const signature = await claim(1);
      inject((faults) => faults.garbled.add(signature));
    },
  },
  {
    name: "history that the endpoints no longer keep",
    codes: ["history_pruned"],
    inject: async () => {
      await claim(1);
      ledger.controls.skipSlots(5_000);
      ledger.controls.advanceSlots(1);
      inject((faults) => Object.assign(faults, { firstStoredSlot: ledger.controls.openSlot() - 1 }));
    },
  },
  {
    name: "an address that was created again while its last claims and its creation stayed hidden",
    codes: ["drift"],
    detail: /account is present in the index and missing on the network/,
    kind: "native",
    inject: async () => {
      await campaign.releaseMilestone();
      ledger.controls.advanceTime(Number(30n * DAY));
      for (const who of [0, 1, 2]) await claim(who);
      expect(await campaign.create(0n)).toBe(true);
      const hidden = campaign.signatures.slice(-4);
      inject((faults) => {
        for (const signature of hidden) faults.hidden.add(signature);
      });
    },
  },
];

/** Offsets in the account of a campaign with both authorities that is not cancelled. */
const FIELDS: Record<string, number> = {
  merkleRoot: 144,
  leafCount: 176,
  totalSupply: 180,
  totalClaimed: 188,
  cancelAuthority: 198,
  paused: 231,
  pauseAuthority: 233,
  createdAt: 265,
};

describe("a scheduled run", () => {
  test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
    "names %s, and stops once it is over",
    LONG,
    async (_name, { codes, ...fault }) => {
      await startCampaign(fault.kind);
      await fault.inject();
      await runScheduled();
      const named = await readNamed();
      expect(named).toMatchObject({ status: "degraded" });
      for (const list of [named.health, named.metrics, named.doctor]) {
        expect(list).toEqual(expect.arrayContaining(codes));
      }
      if (fault.detail) {
        expect(named.details).toMatch(fault.detail);
        expect(named.printed).toMatch(fault.detail);
      }
      for (const node of nodes) node.heal();
      await fault.recover?.();
      for (let run = 0; run < RUNS_TO_CLEAR; run++) await runScheduled();
      expect(await readNamed()).toMatchObject({ status: "ok", health: [], metrics: [], doctor: [] });
    },
  );

  test.each(Object.entries(FIELDS))("names an account that differs in %s", LONG, async (field, offset) => {
    await startCampaign();
    inject((faults) =>
      faults.accounts.set(campaign.treeAddress, (data) => {
        data[offset] = (data[offset] ?? 0) ^ 1;
      }),
    );
    await runScheduled();
    const named = await readNamed();
    for (const list of [named.health, named.metrics, named.doctor]) expect(list).toEqual(["drift"]);
    expect(named.details).toContain(`${campaign.treeAddress}: ${field}`);
    expect(named.printed).toContain(`${campaign.treeAddress}: ${field}`);
    for (const node of nodes) node.heal();
    for (let run = 0; run < RUNS_TO_CLEAR; run++) await runScheduled();
    expect(await readNamed()).toMatchObject({ status: "ok", health: [], metrics: [], doctor: [] });
  });

  test("shows on the campaign what an unfunded vault lacks, without an index problem", LONG, async () => {
    campaign = await ScenarioCampaign.prepare(ledger, "token");
    await campaign.create(0n);
    const wallet = { address: campaign.creatorAddress, secretKey: campaign.creator.secretKey };
    await call(register, { body: campaign.registration(), headers: await signIn(wallet, services) });
    await runScheduled();
    const { body } = await call<CampaignDetail>(getCampaign, {
      params: { treeAddress: campaign.treeAddress },
    });
    expect(body.vault).toMatchObject({ balance: "0", shortfall: campaign.supply.toString() });
    expect(await readNamed()).toMatchObject({ status: "ok", health: [] });
  });
});
