import * as activity from "@/app/api/activity/[address]/route";
import * as beneficiaryCampaigns from "@/app/api/beneficiary/[address]/campaigns/route";
import * as vestingProgress from "@/app/api/beneficiary/[address]/vesting-progress/route";
import * as claims from "@/app/api/campaigns/[treeAddress]/claims/route";
import * as leaves from "@/app/api/campaigns/[treeAddress]/leaves/route";
import * as proof from "@/app/api/campaigns/[treeAddress]/proof/route";
import * as rootVersions from "@/app/api/campaigns/[treeAddress]/root-versions/route";
import * as campaign from "@/app/api/campaigns/[treeAddress]/route";
import * as timeline from "@/app/api/campaigns/[treeAddress]/timeline/route";
import * as campaigns from "@/app/api/campaigns/route";
import * as health from "@/app/api/health/route";
import * as openApi from "@/app/api/openapi.json/route";
import * as scheduleTemplates from "@/app/api/schedule-templates/route";
import type { RouteHandler } from "@/lib/service/http/route";
import type { Targets } from "./read-targets";

type Asked = { params?: Record<string, string>; query?: Record<string, string | number> };

/** One kind of request, and what the n-th of them asks for. */
export type Read = { name: string; path: string; handler: RouteHandler; ask: (turn: number) => Asked };

/** What the n-th request of a kind asks for, as a path with its query. */
export function pathOf({ path, ask }: Read, turn: number): string {
  const { params = {}, query = {} } = ask(turn);
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const STATUSES = ["active", "paused", "cancelled", "claimable", "cancelled_expired"];

/** Every kind of GET that is measured; list, detail and event kinds of an ordinary campaign and of the large one. */
export function readsOf(targets: Targets): Read[] {
  const { large, cursors, campaignCount } = targets;
  const pick = <T>(list: readonly T[], turn: number): T => {
    const item = list[turn % list.length];
    if (item === undefined) throw new Error("The database is empty.");
    return item;
  };
  /** A page from the last tenth of a list. */
  const deepPage = (total: number, limit: number) => {
    const pages = Math.floor(total / limit);
    return Math.max(1, pages - Math.floor(Math.random() * (pages / 10)));
  };
  const ofTree = (treeAddress: string, query?: Asked["query"]): Asked => ({ params: { treeAddress }, query });
  const inLarge = (query?: (turn: number) => Asked["query"]) => (turn: number) =>
    ofTree(large.tree, query?.(turn));
  const ofRecipient = (turn: number): Asked => ({ params: { address: pick(targets.beneficiaries, turn) } });
  const list = { path: "/api/campaigns", handler: campaigns.GET };
  const tree = "/api/campaigns/:treeAddress";
  const paths = {
    detail: { path: tree, handler: campaign.GET },
    proof: { path: `${tree}/proof`, handler: proof.GET },
    leaves: { path: `${tree}/leaves`, handler: leaves.GET },
    versions: { path: `${tree}/root-versions`, handler: rootVersions.GET },
    claims: { path: `${tree}/claims`, handler: claims.GET },
    timeline: { path: `${tree}/timeline`, handler: timeline.GET },
    activity: { path: "/api/activity/:address", handler: activity.GET },
  };
  return [
    { name: "list, first page", ...list, ask: () => ({}) },
    // The same position at either size, then one from the end: a numbered page costs its position.
    { name: "list, page 45", ...list, ask: () => ({ query: { page: 45 } }) },
    { name: "list, deep page", ...list, ask: () => ({ query: { page: deepPage(campaignCount, 20) } }) },
    {
      name: "list, deep cursor",
      ...list,
      ask: (turn) => ({ query: { cursor: pick(cursors.campaigns, turn) } }),
    },
    { name: "list, creator", ...list, ask: (turn) => ({ query: { creator: pick(targets.creators, turn) } }) },
    { name: "list, status", ...list, ask: (turn) => ({ query: { status: pick(STATUSES, turn) } }) },
    { name: "detail", ...paths.detail, ask: (turn) => ofTree(pick(targets.trees, turn)) },
    { name: "detail, large", ...paths.detail, ask: inLarge() },
    {
      name: "proof",
      ...paths.proof,
      ask: (turn) => {
        const leaf = pick(targets.leaves, turn);
        return ofTree(leaf.tree, { beneficiary: leaf.beneficiary });
      },
    },
    {
      name: "proof, large",
      ...paths.proof,
      ask: inLarge((turn) => ({ beneficiary: pick(large.beneficiaries, turn) })),
    },
    { name: "leaves, first page", ...paths.leaves, ask: inLarge() },
    {
      name: "leaves, deep page",
      ...paths.leaves,
      ask: inLarge(() => ({ page: deepPage(large.leafCount, 100) })),
    },
    { name: "root-versions", ...paths.versions, ask: (turn) => ofTree(pick(targets.trees, turn)) },
    { name: "claims, first page", ...paths.claims, ask: inLarge() },
    {
      name: "claims, deep cursor",
      ...paths.claims,
      ask: inLarge((turn) => ({ cursor: pick(cursors.claims, turn) })),
    },
    {
      name: "claims, beneficiary",
      ...paths.claims,
      ask: inLarge((turn) => ({ beneficiary: pick(large.beneficiaries, turn) })),
    },
    { name: "timeline, first page", ...paths.timeline, ask: inLarge() },
    {
      name: "timeline, deep cursor",
      ...paths.timeline,
      ask: inLarge((turn) => ({ cursor: pick(cursors.timeline, turn) })),
    },
    { name: "timeline, type", ...paths.timeline, ask: inLarge(() => ({ type: "milestone_released" })) },
    { name: "timeline, ordinary", ...paths.timeline, ask: (turn) => ofTree(pick(targets.trees, turn)) },
    {
      name: "beneficiary campaigns",
      path: "/api/beneficiary/:address/campaigns",
      handler: beneficiaryCampaigns.GET,
      ask: ofRecipient,
    },
    {
      name: "vesting-progress",
      path: "/api/beneficiary/:address/vesting-progress",
      handler: vestingProgress.GET,
      ask: ofRecipient,
    },
    { name: "activity, beneficiary", ...paths.activity, ask: ofRecipient },
    {
      name: "activity, creator",
      ...paths.activity,
      ask: (turn) => ({ params: { address: pick(targets.creators, turn) } }),
    },
    { name: "health", path: "/api/health", handler: health.GET, ask: () => ({}) },
    {
      name: "schedule-templates",
      path: "/api/schedule-templates",
      handler: scheduleTemplates.GET,
      ask: () => ({}),
    },
    { name: "openapi", path: "/api/openapi.json", handler: openApi.GET, ask: () => ({}) },
  ];
}
