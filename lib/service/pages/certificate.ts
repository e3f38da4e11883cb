import type { CertificateView } from "@/lib/contract/certificate";
import { readCertificate } from "@/lib/service/certificates/certificates";
import { verifySignature } from "@/lib/service/certificates/verify-signature";
import { services } from "@/lib/service/services";

/** Returns a campaign's newest certificate and the state of its signature; null if there is none. */
export async function readCertificatePage(
  treeAddress: string,
  creation: string | undefined,
): Promise<{ view: CertificateView; signature: ReturnType<typeof verifySignature> } | null> {
  const view = await readCertificate(await services(), { treeAddress, creation });
  return view && { view, signature: verifySignature(view) };
}
