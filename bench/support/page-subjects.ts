import { createReadStream } from "node:fs";
import { sql } from "drizzle-orm";
import nacl from "tweetnacl";
import { openEmbedded } from "@/db/embedded/embedded";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import type { ApiClient } from "@/lib/client/api-client";
import { leafBody } from "@/lib/client/bodies";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type PreparedTree, prepareTree } from "@/lib/service/registration/prepare";
import { readRecipientsCsv } from "@/lib/service/registration/recipients-csv";
import { createWallet } from "@/tests/support/http";
import type { PageSubjects } from "./page-cases";
import { selectTargets } from "./read-targets";
import { seed } from "./seed";

const CSV = "examples/recipients-10000.csv";
/** What the service has beside: a list of many pages, and a campaign with many claims. */
const SIZE = { campaigns: 500, leaves: 10_000, claims: 10_000 };

/** Fills the database of a folder that no service has open, and gives what its pages can be about. */
export async function seedFolder(dataDir: string): Promise<PageSubjects["busy"]> {
  const { db, close } = await openEmbedded({ dataDir });
  await seed(db, SIZE);
  for (const table of ["campaigns", "root_versions"]) {
    const last = sql`(select max(id) from ${sql.identifier(table)})`;
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`);
  }
  // As registration leaves them: the service makes up for what an earlier one did not, beside its requests.
  await backfillUnlockSums(db);
  const { large, creators } = await selectTargets(db);
  await close();
  return { tree: large.tree, beneficiary: large.beneficiaries[0] ?? "", creator: creators[0] ?? "" };
}

const body = ({ tree, leaves, minCliffTime }: PreparedTree) => ({
  merkleRoot: tree.root,
  leafCount: leaves.length,
  minCliffTime: minCliffTime.toString(),
  leaves: leaves.map(leafBody),
});

/** Registers the campaign of the example with its 10,000 recipients, then changes what one of them gets. */
export async function registerExample(api: ApiClient): Promise<Omit<PageSubjects, "busy">> {
  const { recipients } = await readRecipientsCsv(createReadStream(CSV), { maxRows: 10_000 });
  const wallet = createWallet();
  const signer = {
    address: wallet.address,
    signMessage: (message: Uint8Array) => nacl.sign.detached(message, wallet.secretKey),
  };
  const identity = { creator: wallet.address, mint: NATIVE_MINT, campaignId: 1n };
  const { address } = findVestingTreeAddress({ ...identity, programId: DEFAULT_PROGRAM_ID });
  const prepared = await prepareTree(recipients);
  const { minCliffTime: _, ...registration } = body(prepared);
  await api.register(
    {
      ...registration,
      ...identity,
      campaignId: identity.campaignId.toString(),
      treeAddress: address,
      totalSupply: prepared.totalSupply.toString(),
      cancellable: true,
      cancelAuthority: wallet.address,
      pauseAuthority: null,
      createdAt: Math.floor(Date.now() / 1000),
      metadata: { name: "Team and community", description: "10,000 recipients, three schedules" },
    },
    signer,
  );
  const [first, ...others] = recipients;
  if (!first) throw new Error(`${CSV} has no recipients.`);
  const changed = await prepareTree([{ ...first, amount: first.amount - 1n }, ...others]);
  await api.rotate(address, body(changed), signer);
  return { tree: address, mint: NATIVE_MINT, recipient: first.beneficiary };
}
