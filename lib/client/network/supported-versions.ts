import { type Connection, PublicKey } from "@solana/web3.js";
import type { RequestSigner } from "@/lib/client/wallet-session";
import { LEGACY_ONLY, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import { ALL_VERSIONS } from "@/lib/core/plans/serialize-plan";
import { isFeatureActive, VERSION_1_FEATURE_ID } from "@/lib/core/solana/transaction/version-1";

/**
 * Returns the transaction versions that all signers accept and the network executes. A network that has not
 * activated version 1 rejects it.
 */
export async function supportedVersions(
  connection: Pick<Connection, "getAccountInfo">,
  signers: readonly Pick<RequestSigner, "transactionVersions">[],
): Promise<SupportedVersions> {
  const signed = ALL_VERSIONS.filter((version) =>
    signers.every(({ transactionVersions = LEGACY_ONLY }) => transactionVersions.includes(version)),
  );
  if (!signed.includes(1) || (await hasVersion1(connection))) return signed;
  return signed.filter((version) => version !== 1);
}

async function hasVersion1(connection: Pick<Connection, "getAccountInfo">): Promise<boolean> {
  const account = await connection.getAccountInfo(new PublicKey(VERSION_1_FEATURE_ID));
  return isFeatureActive(account && { owner: account.owner.toBase58(), data: account.data });
}
