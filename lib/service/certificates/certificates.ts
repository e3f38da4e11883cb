import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectCertificate, upsertCertificate } from "@/db/queries/campaigns/certificates";
import { type CertificateView, certificateView } from "@/lib/contract/certificate";
import { ApiError, notFound } from "@/lib/core/errors";
import { readGenesis } from "@/lib/service/chain/genesis";
import type { Services } from "@/lib/service/services";
import { verifySignature } from "./verify-signature";

type Key = { treeAddress: string; creation?: string | undefined };

/** Returns the newest stored certificate of a campaign; null if there is none. */
export async function readCertificate(
  { reads }: Pick<Services, "reads">,
  key: Key,
): Promise<CertificateView | null> {
  const document = await selectCertificate(reads, key);
  // A certificate of another version of the format counts as missing.
  return document === null ? null : (certificateView.safeParse(JSON.parse(document)).data ?? null);
}

/**
 * Stores a certificate that the operator made. The service does not execute it again.
 *
 * @throws NOT_FOUND if the campaign is unknown
 * @throws CONFLICT if the certificate is of another campaign, network, program or root, if its signature is not valid,
 * or if a certificate of a later slot is stored
 */
export async function storeCertificate(
  services: Pick<Services, "db" | "reads" | "chain" | "env" | "log">,
  { treeAddress, view }: { treeAddress: string; view: CertificateView },
): Promise<{ ok: true }> {
  const { db, env } = services;
  const { certificate } = view;
  const campaign = await selectCampaign(db, { treeAddress });
  if (!campaign) throw notFound("campaign");
  const genesis = await readGenesis(services);
  const conflicts: [boolean, string][] = [
    [certificate.treeAddress !== treeAddress, "The certificate is of another campaign."],
    [genesis !== null && certificate.genesis !== genesis, "The certificate is of another network."],
    [certificate.program.address !== env.VESTING_PROGRAM_ID, "The certificate is of another program."],
    [
      certificate.merkleRoot !== campaign.merkleRoot,
      "The certificate is of other recipients. Make a new one.",
    ],
    [verifySignature(view) === "invalid", "The certificate's signature is not valid."],
  ];
  const conflict = conflicts.find(([isConflict]) => isConflict);
  if (conflict) throw new ApiError("CONFLICT", conflict[1]);
  const row = { campaignId: campaign.id, slot: BigInt(certificate.slot), document: JSON.stringify(view) };
  if (!(await upsertCertificate(db, row)))
    throw new ApiError("CONFLICT", "A certificate of a later slot is stored.");
  return { ok: true };
}
