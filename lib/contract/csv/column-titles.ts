import { type Message, message, type Translator } from "@/lib/core/i18n/translator";

/** Display titles of exported columns, by their machine-readable names. */
const TITLES: Readonly<Record<string, Message>> = {
  leafIndex: message("Leaf index"),
  beneficiary: message("Recipient wallet"),
  amount: message("Amount"),
  releaseType: message("Release type"),
  startTime: message("Start date"),
  cliffTime: message("Cliff date"),
  endTime: message("End date"),
  milestoneIdx: message("Milestone number"),
  claimed: message("Claimed"),
  allocationId: message("Allocation ID"),
  time: message("Time (UTC)"),
  dateUtc: message("Time (UTC)"),
  totalClaimedByUser: message("Claimed by this recipient"),
  totalClaimedOverall: message("Claimed by all recipients"),
  slot: message("Slot"),
  signature: message("Transaction signature"),
  type: message("Event"),
  amountToBeneficiary: message("Amount to the recipient"),
  amountToCreator: message("Amount to the creator"),
  claimedAtCancel: message("Claimed when cancelled"),
  refundedTo: message("Refunded to"),
  releasedBy: message("Released by"),
  cancelledAt: message("Cancelled at"),
  oldRoot: message("Previous root"),
  newRoot: message("New root"),
  newLeafCount: message("New number of leaves"),
  campaign: message("Campaign"),
  treeAddress: message("Campaign address"),
  mint: message("Token mint"),
  kind: message("Kind"),
  token: message("Token"),
  priceUsd: message("Price in US dollars"),
  status: message("Status"),
  leaves: message("Number of leaves"),
  allocated: message("Allocation in total"),
  vested: message("Vested"),
  claimable: message("Claimable"),
  stillToCome: message("Still to vest"),
  nextUnlock: message("Next unlock"),
  month: message("Month"),
  verified: message("Verified"),
  earlierGeneration: message("Creation of the earlier campaign"),
  reconstructed: message("Reconstructed"),
  statementDate: message("Date of the statement (UTC)"),
  granted: message("Allocated"),
  unvested: message("Unvested"),
  forfeited: message("Forfeited"),
  outstanding: message("Still to pay"),
  withheld: message("Withheld"),
  row: message("Row"),
  reference: message("Reference"),
  wallet: message("Wallet"),
  invited: message("Invited"),
  confirmedAt: message("Confirmed (UTC)"),
  signedMessage: message("Signed message (base64)"),
  walletSignature: message("Signature of the wallet"),
  category: message("Category"),
  note: message("Note"),
  readable: message("Label can be decrypted"),
  updatedAt: message("Last change (UTC)"),
};

/** Returns the title of an exported column in a language; a name without a title stays unchanged. */
export function columnTitle(name: string, t: Translator): string {
  const [, base = name, unit] = /^(.*?)(BaseUnits|InTokens)?$/.exec(name) ?? [];
  const title = TITLES[base];
  if (title === undefined) return name;
  if (unit === "BaseUnits") return t("{title} (base units)", { title: t(title) });
  // The title is not “Amount (tokens)”, because the import of recipient files would read that column as
  // amounts.
  return unit === "InTokens" ? t("{title} in tokens", { title: t(title) }) : t(title);
}
