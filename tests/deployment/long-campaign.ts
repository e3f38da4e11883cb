import nacl from "tweetnacl";
import type { ApiClient } from "@/lib/client/api-client";
import { leafBodies } from "@/lib/client/bodies";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { createWallet } from "@/tests/support/http";
import { recipientsTree } from "@/tests/support/registration-body";

/** More leaves than one request may contain, so that a client sends them in parts. */
const LEAVES = 12_000;

/**
 * Registers a campaign whose leaves are uploaded in parts, and reads a proof of it back; returns a sentence
 * for an error.
 */
export async function registerInParts(
  writer: ApiClient,
  reader: ApiClient,
): Promise<{ treeAddress: string; parts: number; error: string | null }> {
  const wallet = createWallet();
  const { tree, leaves, minCliffTime, totalSupply } = await recipientsTree(LEAVES);
  const identity = { creator: wallet.address, mint: NATIVE_MINT, campaignId: 1n };
  const { address: treeAddress } = findVestingTreeAddress(identity);
  let parts = 0;
  const body = {
    ...{ treeAddress, creator: wallet.address, mint: NATIVE_MINT, campaignId: "1" },
    ...{ merkleRoot: tree.root, leafCount: LEAVES, totalSupply: String(totalSupply) },
    ...{ minCliffTime: String(minCliffTime), cancellable: false, cancelAuthority: null },
    ...{ pauseAuthority: null, createdAt: 1_700_000_000, leaves: leafBodies(leaves) },
  };
  const signer = {
    address: wallet.address,
    signMessage: (message: Uint8Array) => nacl.sign.detached(message, wallet.secretKey),
  };
  await writer.register(body, signer, {
    onUpload: (_, total) => {
      parts = total;
    },
  });
  const { beneficiary = "" } = leaves[LEAVES - 1] ?? {};
  const { leaf, proof } = await reader.proof(treeAddress, { beneficiary });
  const of = { leaf: toLeaf(leaf), proof: toProofBytes(proof), root: tree.root, leafCount: LEAVES };
  return {
    treeAddress,
    parts,
    error: (await verifyProof(of)) ? null : "its proof does not lead to the root",
  };
}
