import type { Database } from "@/db/client";
import { selectUnpinned, type UnpinnedList, updateIpfsCid } from "@/db/queries/snapshots/pinned-lists";
import { selectProvenLeaves } from "@/db/queries/snapshots/snapshot-lists";
import { canonicalJson } from "@/lib/core/text/canonical-json";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { addFile, type IpfsEndpoint, IpfsError } from "./ipfs-endpoint";
import { leafJson } from "./lines";

/** The name and version of the format of a pinned list. */
const FORMAT = "vesting-index-list/1";

/**
 * Adds each list of a verified campaign that has no content id to an IPFS endpoint, and stores the content id of each
 * once the endpoint has the whole list. Equal lists have the same content id on every service. A repetition after an
 * interruption continues. Returns the number of lists.
 *
 * @throws IpfsError
 */
export async function pinLists(
  db: Database,
  endpoint: IpfsEndpoint,
  onProgress?: (pinned: number) => void,
): Promise<number> {
  let pinned = 0;
  for await (const list of selectUnpinned(db)) {
    const ipfsCid = await addFile(endpoint, listDocument(db, list));
    await updateIpfsCid(db, { rootVersionId: list.rootVersionId, ipfsCid });
    pinned += 1;
    onProgress?.(pinned);
  }
  return pinned;
}

/** Yields a JSON document of a list, one leaf with its proof per line. */
async function* listDocument(
  db: Database,
  { rootVersionId, treeAddress, merkleRoot, leafCount }: UnpinnedList,
): AsyncGenerator<Uint8Array> {
  const head = canonicalJson({ format: FORMAT, treeAddress, merkleRoot, leafCount });
  yield Buffer.from(`${head.slice(0, -1)},"leaves":[\n`);
  let written = 0;
  for await (const page of selectProvenLeaves(db, rootVersionId)) {
    const lines = page.map(({ proof, ...leaf }) => canonicalJson({ ...leafJson(leaf as Leaf), proof }));
    yield Buffer.from(`${written > 0 ? ",\n" : ""}${lines.join(",\n")}`);
    written += page.length;
  }
  if (written !== leafCount)
    throw new IpfsError(`${treeAddress} has ${written} of ${leafCount} leaves. Run verify ${treeAddress}.`);
  yield Buffer.from("\n]}\n");
}
