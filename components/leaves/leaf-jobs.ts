import { PublicKey } from "@solana/web3.js";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { BENEFICIARY_AT, type Bytes, LeafList } from "@/lib/core/merkle/leaf-list";
import { buildTree } from "@/lib/core/merkle/tree";
import { RecipientList, runOver } from "@/lib/core/recipients/recipient-list";

type Progress = (done: number, total: number) => void;

/** Returns the root of the tree over packed leaves. */
async function root(bytes: Bytes, onProgress: Progress): Promise<string> {
  return (await buildTree(new LeafList(bytes), { onProgress })).root;
}

/** One curve check takes a tenth of a millisecond. */
const CHECKS_PER_CHUNK = 40;

/**
 * Returns the index of the first leaf of each beneficiary, and the indexes of beneficiaries that are off the
 * curve.
 */
async function curve(bytes: Bytes, onProgress: Progress) {
  const leaves = new LeafList(bytes);
  const scheduler = createScheduler();
  const run = await runOver(new RecipientList(leaves), scheduler);
  const people = Uint32Array.from({ length: leaves.length }, (_, index) => index).filter(
    (index) => run.firstOfBeneficiary(index) === index,
  );
  const offCurve: number[] = [];
  const onPause = (done: number) => onProgress(done, people.length);
  await processInChunks(
    { count: people.length, chunkSize: CHECKS_PER_CHUNK, scheduler, onPause },
    (from, to) => {
      for (const index of people.subarray(from, to)) {
        const at = index * LEAF_BYTES + BENEFICIARY_AT;
        if (!PublicKey.isOnCurve(bytes.subarray(at, at + 32))) offCurve.push(index);
      }
    },
  );
  return { people, offCurve };
}

/** Jobs that take minutes for a million leaves and run in a worker. */
export const LEAF_JOBS = { root, curve };
export type LeafJobs = typeof LEAF_JOBS;
