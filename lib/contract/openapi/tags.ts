import type { Json } from "./models";

type Tag = { title: string; text: string };

/** The tags by group, in the order of the document. Most tags are named by their path. */
export const TAG_GROUPS: Readonly<Record<string, Readonly<Record<string, Tag>>>> = {
  // Has the name of its first tag, which the API reference then opens with the group.
  Campaigns: {
    campaigns: { title: "Campaigns", text: "Campaigns, their metadata and their registration." },
    lists: {
      title: "Recipients and claims",
      text: "Leaves, proofs, claims and root versions of a campaign.",
    },
    transactions: {
      title: "Transactions",
      text: "Unsigned transactions for the creator or an authority of a campaign.",
    },
    roots: { title: "Proofs by root", text: "Proofs that caches can store permanently." },
  },
  "Creating a campaign": {
    "simulate-vesting": { title: "Simulation", text: "Simulation of schedules." },
    "schedule-templates": { title: "Schedule templates", text: "Schedules to start from." },
    confirmations: {
      title: "Wallet confirmations",
      text: "Recipients confirm their wallets before a campaign is funded.",
    },
    uploads: { title: "Uploads", text: "Uploads of long leaf lists in parts." },
    registrations: { title: "Unsigned registrations", text: "Registrations that the network proves." },
  },
  Wallets: {
    beneficiary: { title: "Recipient wallets", text: "Allocations of an address." },
    creator: { title: "Creators", text: "Open actions and totals of a creator's campaigns." },
    activity: { title: "Activity", text: "Events and payments of an address." },
    actions: { title: "Claim links", text: "Claims for any wallet: Solana Actions and Solana Pay." },
    labels: { title: "Labels", text: "Private categories and notes of recipients." },
    auth: { title: "Authentication", text: "Nonces for wallet signatures." },
  },
  Notifications: {
    webhooks: { title: "Webhooks", text: "Endpoints that receive events." },
    reminders: {
      title: "Reminders",
      text: "Reminders of coming dates by webhook or Slack, or by email if the service sends email.",
    },
    stream: { title: "Event stream", text: "Events as they are indexed." },
  },
  "Tokens and names": {
    mints: { title: "Supply", text: "Locked, vested and claimed amounts of a mint." },
    prices: { title: "Token prices", text: "Prices of tokens in US dollars." },
    tokens: { title: "Token logos", text: "Logos of tokens." },
    names: { title: "Names", text: "Names of the Solana Name Service, such as alice.sol." },
  },
  Service: {
    events: { title: "Indexing", text: "Requests to index transactions." },
    snapshots: { title: "Snapshots", text: "The index as files, from which a mirror starts." },
    health: { title: "Health", text: "Health of the service." },
    metrics: { title: "Metrics", text: "For Prometheus." },
    claims: { title: "Claims by signature", text: "For the operator: claims by transaction signature." },
    admin: { title: "Administration", text: "For the operator: indexer runs and webhooks." },
    cron: { title: "Scheduler", text: "For the scheduler." },
    waitlist: { title: "Waitlist", text: "Waitlist of the service." },
    "openapi.json": { title: "OpenAPI document", text: "This document." },
  },
};

const LISTS =
  /^\/api\/campaigns\/\{treeAddress\}\/(?:claims|leaves|proof|payouts|root-versions|lookup-table|sponsor|statement|timeline)$/;
const TRANSACTIONS =
  /^\/api\/campaigns\/\{treeAddress\}\/(?:cancel|withdraw-unvested|cancel-stream|milestones\/\{idx\}|instant-refund)$/;

/** Returns the tag of a path: its first segment after /api, or a part of the campaigns. */
export function getTag(path: string): string {
  if (LISTS.test(path)) return "lists";
  if (TRANSACTIONS.test(path)) return "transactions";
  return path.split("/")[2] ?? "api";
}

/** Returns the tags of some paths with their titles, and their groups for the navigation of API references. */
export function getTags(paths: readonly string[]): { tags: Json[]; "x-tagGroups": Json[] } {
  const used = new Set(paths.map(getTag));
  const groups = Object.entries(TAG_GROUPS).map(([name, tags]) => ({
    name,
    tags: Object.entries(tags).filter(([tag]) => used.has(tag)),
  }));
  return {
    tags: groups.flatMap(({ tags }) =>
      tags.map(([name, { title, text }]) => ({ name, "x-displayName": title, description: text })),
    ),
    "x-tagGroups": groups
      .filter(({ tags }) => tags.length > 0)
      .map(({ name, tags }) => ({ name, tags: tags.map(([tag]) => tag) })),
  };
}
