/** A page and the answers of the API that hold what it shows; none where it shows nothing of anybody. */
export type PageCase = { name: string; path: string; data: readonly string[] };

/** What the pages are about: a campaign with two root versions and some of its claims, and addresses that it concerns. */
export type PageSubjects = {
  /** Registered over the API, with two root versions. */
  tree: string;
  mint: string;
  /** Of the leaf at index 0. */
  recipient: string;
  /** Seeded, with claims and other events. */
  busy: { tree: string; beneficiary: string; creator: string };
};

/** As many as a page shows. */
const ROWS = "limit=25";

/** Every page that people come by, as tests/e2e/pages lists them. */
export function pageCases({ tree, mint, recipient, busy }: PageSubjects): PageCase[] {
  const page = `/campaigns/${tree}`;
  const detail = `/api/campaigns/${tree}`;
  // Every view of a campaign has its creator's corrections below it.
  const words = `${detail}/metadata`;
  const prices = `/api/prices?mints=${mint}`;
  const events = `/api/campaigns/${busy.tree}`;
  const ofBeneficiary = `/api/beneficiary/${busy.beneficiary}`;
  const counts = ["active", "claimable"].map((status) => `/api/campaigns?status=${status}&limit=1`);
  return [
    { name: "landing", path: "/", data: ["/api/campaigns?limit=5", ...counts] },
    { name: "campaigns", path: "/campaigns", data: ["/api/campaigns?limit=20"] },
    { name: "campaign", path: page, data: [detail, `${detail}/leaves?${ROWS}`, words, prices] },
    { name: "root versions", path: `${page}?view=roots`, data: [detail, words, prices] },
    {
      name: "claims",
      path: `/campaigns/${busy.tree}?view=claims`,
      data: [events, `${events}/claims?${ROWS}`, `${events}/metadata`, prices],
    },
    {
      name: "timeline",
      path: `/campaigns/${busy.tree}?view=timeline`,
      data: [events, `${events}/timeline?${ROWS}`, `${events}/metadata`, prices],
    },
    { name: "changes", path: `${page}/changes/2`, data: [detail, `${detail}/root-versions`] },
    { name: "proof", path: `${page}/proof/0`, data: [detail, `${detail}/proof?beneficiary=${recipient}`] },
    { name: "rotate", path: `${page}/rotate`, data: [detail, `${detail}/leaves?${ROWS}`] },
    { name: "create", path: "/create", data: [] },
    { name: "portfolio", path: "/portfolio", data: [] },
    {
      name: "portfolio of an address",
      path: `/portfolio?address=${busy.beneficiary}`,
      data: [`${ofBeneficiary}/campaigns?limit=50`, `${ofBeneficiary}/vesting-progress`, prices],
    },
    { name: "activity", path: "/activity", data: [] },
    {
      name: "activity of an address",
      path: `/activity?address=${busy.creator}`,
      data: [`/api/activity/${busy.creator}?${ROWS}`],
    },
    { name: "docs", path: "/docs/api", data: ["/api/openapi.json"] },
  ];
}
