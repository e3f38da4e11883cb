import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { cancel } from "@/docs/actions/examples/cancel";
import { claim } from "@/docs/actions/examples/claim";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { pause, resume } from "@/docs/actions/examples/pause";
import { releaseMilestone } from "@/docs/actions/examples/release-milestone";
import { updateRoot } from "@/docs/actions/examples/update-root";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { ApiClient } from "@/lib/client/api-client";
import { httpRpc, type RpcCall } from "@/lib/client/verify/rpc-call";
import type { Verification } from "@/lib/client/verify/verification";
import { verifyCampaign } from "@/lib/client/verify/verify-campaign";
import { verifyClaims } from "@/lib/client/verify/verify-claims";
import { verifyProgress } from "@/lib/client/verify/verify-progress";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { indexerContext } from "@/lib/service/indexer/requests";
import { runIndexer } from "@/lib/service/indexer/run";
import { services } from "@/lib/service/services";
import {
  type Cast,
  createCast,
  type Kind,
  recipient,
  SUPPLY,
  World,
} from "@/tests/scenarios/actions/harness";
import { getFields, type Json, liesAbout, withLies } from "./lies";

const KINDS: readonly Kind[] = ["tokens", "native SOL"];
const PART = SUPPLY / 4n;

let world: World;
let api: ApiClient;
beforeAll(async () => {
  world = await World.start();
  api = new ApiClient({ baseUrl: world.api.baseUrl });
}, LONG.timeout);
afterAll(() => world.close());

/** A node whose answers do not change any more, so that thousands of checks need few calls. */
function recorded(): RpcCall {
  const answers = new Map<string, Promise<unknown>>();
  const call = httpRpc(world.api.rpcUrl);
  return (method, params, signal) => {
    const key = JSON.stringify([method, params]);
    const answer = answers.get(key) ?? call(method, params, signal);
    answers.set(key, answer);
    return answer;
  };
}

const listed = ({ fields }: Verification, status: string) =>
  fields.filter((field) => field.status === status).map(({ path }) => path);
/** The siblings of a leaf's proof are one field. */
const fieldAt = ({ fields }: Verification, path: string) =>
  fields.find((field) => field.path === path.replace(/(?<=leaves\.\d+\.proof)(?:\.\d+)+$/, ""));

/** Plays a campaign with claims, a pause, a milestone, a rotation and a cancellation, and indexes it. */
async function playedCampaign(kind: Kind): Promise<{ cast: Cast; treeAddress: string }> {
  const cast = await createCast(world, kind);
  const { authority, beneficiary, creator, mint } = cast;
  const other = creator.publicKey.toBase58();
  const start = world.now - 500n;
  const milestone = { releaseType: 2, milestoneIdx: 3 };
  const recipients = [
    recipient(cast, { amount: PART, start }),
    recipient(cast, { amount: PART, start, over: milestone }),
    recipient(cast, { amount: PART, start, over: { beneficiary: other } }),
    recipient(cast, { amount: PART, start, over: { ...milestone, milestoneIdx: 7 } }),
  ];
  const treeAddress = await createCampaign(world.api, { terms: cast.terms, recipients, creator });
  await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
  world.advance(60n);
  await pause(world.api, { treeAddress, authority });
  await resume(world.api, { treeAddress, authority });
  await releaseMilestone(world.api, { treeAddress, authority, creator, milestoneIdx: 3 });
  await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 1 });
  const { merkleRoot: currentRoot } = await api.campaign(treeAddress);
  const changed = recipients.with(
    2,
    recipient(cast, { amount: PART - 1n, start, over: { beneficiary: other } }),
  );
  await updateRoot(world.api, { treeAddress, currentRoot, recipients: changed, authority });
  await claim(world.api, { treeAddress, mint, beneficiary: creator });
  world.advance(60n);
  await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
  await cancel(world.api, { treeAddress, authority });
  await runIndexer(indexerContext(await services()), { full: true, timeLimitMs: 60_000 });
  // An answer may lack events of the last five minutes.
  world.advance(600n);
  return { cast, treeAddress };
}

/** Fields that the network does not determine. */
const CAMPAIGN_UNCHECKED =
  /^(?:metadata|hasDrift|asOf\..*|rootVersions\.\d+\.(?:createdAt|ipfsCid)|claimedMoreThanAllocated|allocatedBeyondSupply|paidTwice|drift|vault\.slot|vault\.shortfall|proof\.time)$/;
const CLAIMS_UNCHECKED = /^(?:hasDrift|nextCursor|total|claims\.\d+\.reconstructed|proof\.time)$/;
const PROGRESS_UNCHECKED =
  /^(?:asOf\..*|campaigns|truncated|campaigns\.\d+\.(?:metadata|hasDrift|leaves|proof\.vault\.(?:slot|shortfall))|proof\.time)$/;

type Checked = { answer: Json; check: (answer: unknown) => Promise<Verification>; unchecked: RegExp };

/** Expects that no other value of any field passes as verified. */
async function expectLiesFound({ answer, check, unchecked }: Checked): Promise<void> {
  const missed: string[] = [];
  for (const lie of liesAbout(answer)) {
    const result = await check(lie.answer);
    const field = fieldAt(result, lie.path);
    const isUnknown = unchecked.test(lie.path) || (lie.path === "proof.genesis" && lie.told === null);
    const isExcused = field?.status === "unchecked" && field.reason !== "" && isUnknown;
    const isFound = field?.status === "false" && result.verdict === "false";
    if (!isExcused && !isFound) missed.push(`${lie.path} = ${lie.told}: ${JSON.stringify(field)}`);
  }
  expect(missed).toEqual([]);
}

async function expectConsistent({ answer, check, unchecked }: Checked): Promise<Verification> {
  const result = await check(answer);
  expect(result.fields.filter(({ status }) => status === "false")).toEqual([]);
  expect(result).toMatchObject({ verdict: "consistent", problem: null });
  expect(listed(result, "unchecked").filter((path) => !unchecked.test(path))).toEqual([]);
  const paths = getFields(answer).map(({ keys }) => keys.join("."));
  expect(paths.filter((path) => !fieldAt(result, path))).toEqual([]);
  return result;
}

const json = (value: unknown): Json => JSON.parse(JSON.stringify(value));

describe.each(KINDS)("a cancelled campaign of %s", (kind) => {
  let campaign: Awaited<ReturnType<typeof playedCampaign>>;
  let rpc: RpcCall;
  beforeAll(async () => {
    campaign = await playedCampaign(kind);
    rpc = recorded();
  }, LONG.timeout);

  async function detail(): Promise<Checked> {
    const { treeAddress } = campaign;
    const { leaves } = await api.leaves(treeAddress);
    return {
      answer: json(await api.campaign(treeAddress, { proof: true })),
      check: (answer) => verifyCampaign(answer, { rpc, treeAddress, leaves }),
      unchecked: CAMPAIGN_UNCHECKED,
    };
  }

  async function claims(query: { beneficiary?: string; limit?: number } = {}): Promise<Checked> {
    const { treeAddress } = campaign;
    return {
      answer: json(await api.claims(treeAddress, { ...query, proof: true })),
      check: (answer) => verifyClaims(answer, { rpc, treeAddress, query }),
      unchecked: CLAIMS_UNCHECKED,
    };
  }

  async function progress(): Promise<Checked> {
    const address = campaign.cast.beneficiary.publicKey.toBase58();
    return {
      answer: json(await api.vestingProgress(address, { proof: true })),
      check: (answer) => verifyProgress(answer, { rpc, address }),
      unchecked: PROGRESS_UNCHECKED,
    };
  }

  test("every field of its detail is verified", LONG, async () => {
    const result = await expectConsistent(await detail());
    expect(listed(result, "verified")).toEqual(
      expect.arrayContaining([
        "status",
        "totalClaimed",
        "proof.events",
        "analytics.claimCount",
        "milestones",
      ]),
    );
  });

  test("every field of its claims is verified", LONG, async () => {
    const beneficiary = campaign.cast.beneficiary.publicKey.toBase58();
    for (const query of [{}, { beneficiary }]) {
      const result = await expectConsistent(await claims(query));
      expect(listed(result, "verified")).toEqual(expect.arrayContaining(["claims", "total", "nextCursor"]));
    }
    const first = await claims({ limit: 2 });
    expect(listed(await expectConsistent(first), "verified")).toContain("claims");
  });

  test("every field of a recipient's progress is verified", LONG, async () => {
    const result = await expectConsistent(await progress());
    expect(listed(result, "verified")).toEqual(
      expect.arrayContaining(["campaigns.0.progress.claimable", "totals.0.claimedSoFar"]),
    );
  });

  test("no false field of its detail passes as verified", LONG, async () => {
    await expectLiesFound(await detail());
  });

  test("no false field of its claims passes as verified", LONG, async () => {
    await expectLiesFound(await claims());
    await expectLiesFound(await claims({ beneficiary: campaign.cast.beneficiary.publicKey.toBase58() }));
  });

  test("no false field of a recipient's progress passes as verified", LONG, async () => {
    await expectLiesFound(await progress());
  });

  test("none of several false fields passes as verified", LONG, async () => {
    for (const checked of [await detail(), await claims(), await progress()]) {
      const { answer, check, unchecked } = checked;
      // Another time is another answer, and amounts that are true for it are verified.
      const known = liesAbout(answer).filter(({ path }) => !["proof.genesis", "proof.time"].includes(path));
      const lies = fc.uniqueArray(fc.constantFrom(...known), {
        minLength: 2,
        maxLength: 6,
        selector: (lie) => lie.path,
      });
      await fc.assert(
        fc.asyncProperty(lies, async (told) => {
          const result = await check(withLies(answer, told));
          for (const { path } of told) expect(fieldAt(result, path)?.status, path).not.toBe("verified");
          if (told.some(({ path }) => !unchecked.test(path))) expect(result.verdict).toBe("false");
        }),
        { numRuns: caseCount(400) },
      );
    }
  });

  test("omitted, repeated and reordered claims are found", LONG, async () => {
    const beneficiary = campaign.cast.beneficiary.publicKey.toBase58();
    for (const query of [{}, { beneficiary }]) {
      const { answer, check } = await claims(query);
      const page = answer as { claims: Json[] };
      const rows = page.claims;
      const getStatus = async (changed: Json[]) =>
        fieldAt(await check({ ...page, claims: changed }), "claims")?.status;
      for (const at of rows.keys()) expect(await getStatus(rows.toSpliced(at, 1))).toBe("false");
      expect(await getStatus(rows.toReversed())).toBe("false");
      expect(await getStatus([...rows, rows[0] as Json])).toBe("false");
    }
  });

  test("an omitted event is found", LONG, async () => {
    const { answer, check } = await detail();
    const { proof, ...rest } = answer as { proof: { events: Json[] } };
    for (const at of proof.events.keys()) {
      const result = await check({ ...rest, proof: { ...proof, events: proof.events.toSpliced(at, 1) } });
      expect(fieldAt(result, "proof.events")?.status).toBe("false");
    }
  });
});

describe("an open campaign", () => {
  async function openCampaign() {
    const cast = await createCast(world, "tokens");
    const own = recipient(cast, { amount: PART, start: world.now - 500n });
    const treeAddress = await createCampaign(world.api, {
      ...{ terms: cast.terms, creator: cast.creator },
      recipients: [own, { ...own, amount: (2n * PART).toString() }],
    });
    await claim(world.api, { treeAddress, mint: cast.mint, beneficiary: cast.beneficiary });
    await runIndexer(indexerContext(await services()), { full: true, timeLimitMs: 60_000 });
    return { treeAddress, cast, address: cast.beneficiary.publicKey.toBase58() };
  }

  test("is verified with an answer that is seconds late, and not with an old one", LONG, async () => {
    const { treeAddress, cast, address } = await openCampaign();
    const { mint, beneficiary, authority } = cast;
    const [detail, claims, progress] = await Promise.all([
      api.campaign(treeAddress, { proof: true }),
      api.claims(treeAddress, { proof: true }),
      api.vestingProgress(address, { proof: true }),
    ]);
    const rpc = world.api.rpcUrl;
    const checkAll = () =>
      Promise.all([
        verifyCampaign(detail, { rpc, treeAddress }),
        verifyClaims(claims, { rpc, treeAddress }),
        verifyProgress(progress, { rpc, address }),
      ]);
    const getVerdicts = async () => (await checkAll()).map(({ verdict }) => verdict);
    expect(await getVerdicts()).toEqual(["consistent", "consistent", "consistent"]);
    world.advance(5n);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 1 });
    await pause(world.api, { treeAddress, authority });
    expect(await getVerdicts()).toEqual(["consistent", "consistent", "consistent"]);
    const [late] = await checkAll();
    expect(fieldAt(late as Verification, "paused")).toMatchObject({ status: "unchecked", answered: false });
    world.advance(600n);
    expect(await getVerdicts()).toEqual(["false", "false", "false"]);
  });

  test("has answers without a proof by default, and rejects other values of the parameter", async () => {
    const { treeAddress, address } = await openCampaign();
    const { proof: _, ...detail } = await api.campaign(treeAddress, { proof: true });
    expect(await api.campaign(treeAddress)).toEqual(detail);
    const { claims } = await api.claims(treeAddress, { proof: true });
    const plain = await world.get<{ claims: object[] }>(`/api/campaigns/${treeAddress}/claims`);
    expect(plain.claims).toEqual(claims.map(({ eventIndex: _, ...row }) => row));
    expect(plain).not.toHaveProperty("proof");
    const progress = await api.vestingProgress(address);
    expect(JSON.stringify(progress)).not.toContain('"proof"');
    expect(await world.get(`/api/campaigns/${treeAddress}?proof=yes`)).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "proof" }],
    });
  });

  test("is not verified if the network does not have it", async () => {
    const { treeAddress, address, cast } = await openCampaign();
    const rpc = recorded();
    const other = findVestingTreeAddress({ creator: address, mint: NATIVE_MINT, campaignId: 9n }).address;
    const detail = await api.campaign(treeAddress, { proof: true });
    const invented = { ...detail, treeAddress: other, creator: address, mint: NATIVE_MINT, campaignId: "9" };
    expect(await verifyCampaign(invented, { rpc, treeAddress: other })).toMatchObject({ verdict: "false" });
    const silent = { ...invented, proof: { ...detail.proof, slot: null, creation: null, events: [] } };
    expect(await verifyCampaign(silent, { rpc, treeAddress: other })).toMatchObject({
      ...{ verdict: "unavailable", problem: { code: "NO_ACCOUNT" } },
    });
    expect(
      await verifyCampaign({ ...detail, treeAddress: cast.mint }, { rpc, treeAddress: cast.mint }),
    ).toMatchObject({
      ...{ verdict: "false", problem: { code: "NOT_A_CAMPAIGN" } },
    });
  });

  test("is verified by a node that cuts every log", LONG, async () => {
    const { treeAddress, address } = await openCampaign();
    const honest = recorded();
    const rpc: RpcCall = async (method, ...rest) => {
      const result = await honest(method, ...rest);
      if (method !== "getTransaction" || !result) return result;
      const { meta, ...transaction } = result as { meta: object };
      return { ...transaction, meta: { ...meta, logMessages: ["Log truncated"] } };
    };
    const results = await Promise.all([
      verifyCampaign(await api.campaign(treeAddress, { proof: true }), { rpc, treeAddress }),
      verifyClaims(await api.claims(treeAddress, { proof: true }), { rpc, treeAddress }),
      verifyProgress(await api.vestingProgress(address, { proof: true }), { rpc, address }),
    ]);
    for (const result of results) {
      expect(result.fields.filter(({ status }) => status === "false")).toEqual([]);
      expect(result).toMatchObject({ verdict: "consistent", problem: null });
    }
  });

  test("is not verified by a hostile or failing node, which accuses nobody", LONG, async () => {
    const { treeAddress } = await openCampaign();
    const detail = await api.campaign(treeAddress, { proof: true });
    const honest = recorded();
    const methods = ["getGenesisHash", "getMultipleAccounts", "getSignaturesForAddress", "getTransaction"];
    const answers = [
      undefined,
      null,
      {},
      [],
      "x",
      7,
      { value: [] },
      { context: { slot: -1 }, value: [null, null] },
    ];
    const hang = () => new Promise<never>(() => undefined);
    for (const method of methods) {
      for (const other of [
        ...answers.map((answer) => () => Promise.resolve(answer)),
        hang,
        () => Promise.reject("x"),
      ]) {
        const rpc: RpcCall = (called, ...rest) => (called === method ? other() : honest(called, ...rest));
        const result = await verifyCampaign(detail, { rpc, treeAddress, timeoutMs: 50, deadlineMs: 500 });
        const isAccusing = method !== "getSignaturesForAddress" && method !== "getTransaction";
        if (isAccusing)
          expect(result).toMatchObject({ verdict: "unavailable", problem: { code: expect.any(String) } });
        expect(result.fields.length).toBeGreaterThan(50);
      }
    }
    const genesis = DEFAULT_PROGRAM_ID;
    expect(await verifyCampaign(detail, { rpc: honest, treeAddress, genesis })).toMatchObject({
      problem: { code: "WRONG_NETWORK" },
    });
  });
});

/** A change of the service's database, and a field that it makes false. */
type Tampering = {
  name: string;
  change: (id: number) => ReturnType<typeof sql>[];
  found: Record<string, string>;
};

const TAMPERINGS: readonly Tampering[] = [
  {
    name: "without its newest claim",
    change: (id) => [
      sql`delete from claim_events where campaign_id = ${id}
        and slot = (select max(slot) from claim_events where campaign_id = ${id})`,
      sql`update campaigns set claim_count = claim_count - 1 where id = ${id}`,
    ],
    found: {
      claims: "claims",
      campaign: "analytics.claimCount",
      progress: "campaigns.0.progress.claimedSoFar",
    },
  },
  {
    name: "with a larger claim",
    change: (id) => [
      sql`update claim_events set amount = amount + 1 where campaign_id = ${id}`,
      sql`update campaigns set total_claimed = total_claimed + 1 where id = ${id}`,
    ],
    found: { claims: "claims.0.amount", campaign: "totalClaimed", progress: "totals.0.claimedSoFar" },
  },
  {
    name: "without its cancellation",
    change: (id) => [
      sql`delete from cancel_events where campaign_id = ${id}`,
      sql`update campaigns set cancelled_at = null, event_count = event_count - 1 where id = ${id}`,
    ],
    found: { campaign: "cancelledAt", progress: "campaigns.0.cancelledAt" },
  },
  {
    name: "with a larger allocation",
    change: (id) => [
      sql`update leaves set amount = amount + 1 where root_version_id in
        (select id from root_versions where campaign_id = ${id})`,
    ],
    found: { progress: "campaigns.0.leaves.0.amount" },
  },
  {
    name: "with another root",
    change: (id) => [
      sql`update root_versions set merkle_root = repeat('ab', 32) where campaign_id = ${id}`,
      sql`update campaigns set merkle_root = repeat('ab', 32) where id = ${id}`,
    ],
    found: { campaign: "merkleRoot", progress: "campaigns.0.proof.merkleRoot" },
  },
];

test.each(TAMPERINGS)("finds that the service has a campaign $name", LONG, async ({ change, found }) => {
  const { treeAddress, cast } = await playedCampaign("tokens");
  const row = await selectCampaign(world.db, { treeAddress });
  for (const statement of change(row?.id ?? 0)) await world.db.execute(statement);
  const rpc = recorded();
  const address = cast.beneficiary.publicKey.toBase58();
  const results: Record<string, Verification> = {
    campaign: await verifyCampaign(await api.campaign(treeAddress, { proof: true }), { rpc, treeAddress }),
    claims: await verifyClaims(await api.claims(treeAddress, { proof: true }), { rpc, treeAddress }),
    progress: await verifyProgress(await api.vestingProgress(address, { proof: true }), { rpc, address }),
  };
  for (const [answer, path] of Object.entries(found)) {
    const result = results[answer] as Verification;
    expect(fieldAt(result, path), `${answer} ${path}`).toMatchObject({ status: "false" });
    expect(result.verdict).toBe("false");
  }
});
