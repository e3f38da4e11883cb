import { readFile } from "node:fs/promises";
import { z } from "zod";
import { buildTree } from "@/lib/merkle/tree";

/** npm run verify-root -- file.json — computes the Merkle root of a campaign's leaves again, without any network. */

const integer = z.string().transform(BigInt);
const file = z.object({
  merkleRoot: z.string(),
  leaves: z.array(
    z.object({
      leafIndex: z.int(),
      beneficiary: z.string(),
      amount: integer,
      releaseType: z.literal([0, 1, 2]),
      startTime: integer,
      cliffTime: integer,
      endTime: integer,
      milestoneIdx: z.int(),
    }),
  ),
});

const [path] = process.argv.slice(2);
if (path) {
  const { merkleRoot, leaves } = file.parse(JSON.parse(await readFile(path, "utf8")));
  const { root } = await buildTree(leaves);
  const isRight = root === merkleRoot;
  console.log(
    `${leaves.length} leaves\nstated   ${merkleRoot}\ncomputed ${root}\n${isRight ? "They agree." : "They differ!"}`,
  );
  process.exitCode = isRight ? 0 : 1;
} else {
  console.error(
    "Give the file of leaves and root that the create page offers: npm run verify-root -- campaign.json",
  );
  process.exitCode = 2;
}
