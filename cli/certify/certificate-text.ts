import type { CertificateBody, CertificateDate, CertificateView } from "@/lib/contract/certificate";
import {
  ASSUMPTION_TEXTS,
  failureReason,
  TAKE_LABELS,
  unreleasedText,
} from "@/lib/contract/certificate-texts";
import { decimalText } from "@/lib/core/recipients/number-text";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { isoDate } from "@/lib/core/vesting/curve";

type Line = readonly [name: string, value: string];

const TAKES = Object.keys(TAKE_LABELS) as (keyof CertificateDate["takes"])[];

/** Returns a certificate as lines of a name and its value. */
export function certificateLines({ certificate, signature }: CertificateView): Line[] {
  const { program } = certificate;
  const amount = (text: string) => decimalText(BigInt(text), certificate.decimals);
  const unreleased = unreleasedText(certificate);
  const build = program.tested ? "a tested build" : "not a tested build";
  return [
    ["campaign", certificate.treeAddress],
    ["network", `${identifyNetwork(certificate.genesis).name} (genesis ${certificate.genesis})`],
    ["state", `slot ${certificate.slot}, ${timeText(certificate.time)}`],
    ["program", `${program.address}, SHA-256 ${program.sha256}, ${build}`],
    ["upgrades", program.authority ? `${program.authority} can replace the program` : "immutable"],
    ["root", certificate.merkleRoot],
    ["leaves", `${certificate.executedLeaves} of ${certificate.leafCount} simulated`],
    ["token", `${certificate.mint}, ${certificate.decimals} decimals`],
    ["authorities", authorities(certificate)],
    ["held", amount(certificate.held)],
    ["due", amount(certificate.due)],
    ["paid", amount(certificate.paid)],
    ["rest", amount(certificate.rest)],
    ...certificate.dates.map((date) => dateLine(date, amount)),
    ...(certificate.datesOmitted > 0
      ? [["omitted", `${certificate.datesOmitted} further unlock dates`] as const]
      : []),
    ...certificate.assumptions.map((assumption) => ["assumption", ASSUMPTION_TEXTS[assumption]] as const),
    ...(unreleased ? [["note", unreleased] as const] : []),
    ...failureLines(certificate, amount),
    ["result", resultText(certificate)],
    ["signed by", signature?.signer ?? "unsigned"],
  ];
}

const timeText = (time: string) => isoDate(BigInt(time)).replace(".000Z", "Z");

function authorities({ creator, cancelAuthority, pauseAuthority, freezeAuthority }: CertificateBody): string {
  const parts = [
    `creator ${creator}`,
    cancelAuthority && `cancel ${cancelAuthority}`,
    pauseAuthority && `pause ${pauseAuthority} (can stop claims)`,
    freezeAuthority && `freeze ${freezeAuthority} (can freeze the vault)`,
  ];
  return parts.filter(Boolean).join(", ");
}

function dateLine({ time, due, paid, held, takes }: CertificateDate, amount: (text: string) => string): Line {
  const taken = TAKES.flatMap((how) => {
    const text = takes[how];
    return text === null ? [] : [`${TAKE_LABELS[how].toLowerCase()} ${amount(text)}`];
  });
  const could = taken.length > 0 ? `; could be taken: ${taken.join(", ")}` : "";
  return [timeText(time), `due ${amount(due)}, paid ${amount(paid)}, remaining ${amount(held)}${could}`];
}

function failureLines(certificate: CertificateBody, amount: (text: string) => string): Line[] {
  const { failures, failureCount } = certificate;
  const lines = failures.map(({ time, leafIndex, beneficiary, due, missing, reason }): Line => {
    const why = failureReason(reason) ?? reason;
    return [
      "fails",
      `${timeText(time)}: leaf ${leafIndex} of ${beneficiary}, due ${amount(due)}, missing ${amount(missing)}. ${why}`,
    ];
  });
  return failureCount > failures.length
    ? [...lines, ["fails", `and ${failureCount - failures.length} more leaves`]]
    : lines;
}

/** Returns the result of a certificate in one sentence. */
function resultText(certificate: CertificateBody): string {
  const { result, shortfall, rest, decimals, failures } = certificate;
  const [first] = failures;
  if (result === "fails" && shortfall)
    return `fails on ${timeText(shortfall.time)}; ${decimalText(BigInt(shortfall.missing), decimals)} is missing at the end`;
  if (result === "fails") return `fails on ${timeText(first?.time ?? certificate.time)}`;
  return rest === "0"
    ? "paid: the vault covers every claim in full, and nothing remains"
    : `paid: the vault covers every claim in full; ${decimalText(BigInt(rest), decimals)} remains, which no allocation can claim`;
}
