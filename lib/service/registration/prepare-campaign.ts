import type { z } from "zod";
import { type Recipient, recipientFaults, recipientWarnings } from "@/lib/core/recipients/recipients";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { validationError } from "@/lib/service/http/input";
import { readRecipients } from "./leaves";
import { type PreparedTree, prepareTree } from "./prepare";
import type { prepareBody } from "./schemas";

export type PreparedCampaign = { head: Record<string, unknown>; prepared: PreparedTree };

/** Checks the recipients, builds their tree, and names the address it will have. Stateless. Source: spec 4.1. */
export async function prepareCampaign(
  body: z.output<typeof prepareBody>,
  { programId }: { programId: string },
): Promise<PreparedCampaign> {
  const recipients = readRecipients(body.recipients);
  const faults = [...authorityFaults(body), ...listFaults(recipients)];
  if (faults.length > 0) throw validationError(faults);
  const prepared = await prepareTree(recipients);
  const { creator, mint, campaignId } = body;
  const isNamed = creator !== undefined && mint !== undefined && campaignId !== undefined;
  const head = {
    merkleRoot: prepared.tree.root,
    leafCount: prepared.leaves.length,
    totalSupply: prepared.totalSupply,
    minCliffTime: prepared.minCliffTime,
    treeAddress: isNamed ? findVestingTreeAddress({ creator, mint, campaignId, programId }).address : null,
    warnings: recipientWarnings(recipients),
  };
  return { head, prepared };
}

const authorityFaults = ({ cancellable, cancelAuthority }: z.output<typeof prepareBody>) =>
  cancellable && !cancelAuthority
    ? [{ path: "cancelAuthority", message: "a cancellable campaign needs a cancelAuthority" }]
    : [];

const listFaults = (recipients: Recipient[]) =>
  recipientFaults(recipients).map(({ index, field, message }) => ({
    path: ["recipients", index, field].filter((part) => part !== null).join("."),
    message,
  }));
