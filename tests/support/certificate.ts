import bs58 from "bs58";
import nacl from "tweetnacl";
import {
  CERTIFICATE_FORMAT,
  type CertificateBody,
  type CertificateView,
  certificateMessage,
} from "@/lib/contract/certificate";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";

const GENESIS = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
const WALLET = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const NOTHING = { instantRefund: null, cancelStream: null, cancelCampaign: null, updateRoot: null };

type Overrides = Partial<CertificateBody> & Pick<CertificateBody, "treeAddress" | "merkleRoot">;

/** Returns the certificate of a campaign that pays 1,000 base units on one date. */
const getCertificateBody = (overrides: Overrides): CertificateBody => ({
  genesis: GENESIS,
  program: {
    ...{ address: DEFAULT_PROGRAM_ID, authority: null, deployedSlot: null },
    ...{ sha256: "ab".repeat(32), tested: true },
  },
  ...{ slot: "100", time: "1700000000", issuedAt: "2026-11-27T00:00:00.000Z" },
  ...{ leafCount: 1, executedLeaves: 1, mint: WALLET, decimals: 0, creator: WALLET },
  ...{ cancelAuthority: WALLET, pauseAuthority: null, freezeAuthority: null },
  ...{ totalSupply: "1000", totalClaimed: "0", held: "1000" },
  ...{ result: "paid", due: "1000", paid: "1000", rest: "0", shortfall: null, failures: [], failureCount: 0 },
  assumptions: ["milestones_released_at_cliff"],
  dates: [
    {
      ...{ time: "1700000000", due: "0", paid: "0", held: "1000" },
      takes: { ...NOTHING, cancelCampaign: "1000", updateRoot: "1000", withdrawUnvested: null },
    },
    {
      ...{ time: "1800000000", due: "1000", paid: "1000", held: "0" },
      takes: { ...NOTHING, updateRoot: "0", withdrawUnvested: null },
    },
  ],
  datesOmitted: 0,
  ...overrides,
});

/** Returns the certificate in its envelope, signed by a new key unless `isSigned` is false. */
export function getCertificate(overrides: Overrides, { isSigned = true } = {}): CertificateView {
  const certificate = getCertificateBody(overrides);
  const { publicKey, secretKey } = nacl.sign.keyPair();
  const signature = bs58.encode(nacl.sign.detached(certificateMessage(certificate), secretKey));
  return {
    format: CERTIFICATE_FORMAT,
    certificate,
    signature: isSigned ? { signer: bs58.encode(publicKey), signature } : null,
  };
}
