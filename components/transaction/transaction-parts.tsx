import { formatAmount } from "@/components/format/amount";
import { errorText } from "@/components/i18n/error-text";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import type { Token } from "@/lib/contract/names";
import { EVENT_LABELS } from "@/lib/core/events/event-labels";
import { type Message, message } from "@/lib/core/i18n/translator";
import {
  type DescribedInstruction,
  listFields,
  OWN_PROGRAM,
  splitName,
} from "@/lib/core/solana/describe-instruction";
import type { EventName } from "@/lib/core/solana/idl/idl-types";
import { readName } from "@/lib/core/solana/interface-names";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import { capitalize } from "@/lib/core/text/capitalize";
import { escapeUntrusted } from "@/lib/core/text/escape-text";

const SOL_DECIMALS = 9;

/** The fields of a transaction that its page shows. Lamports, slots and unix seconds are bigint. */
type Detail = {
  slot: bigint;
  blockTime: bigint | null;
  error: string | Record<string, unknown> | null;
  fee: bigint;
  computeUnits: bigint | null;
  signers: readonly string[];
  instructions: readonly (DescribedInstruction & { inner: readonly DescribedInstruction[] })[];
  events: ChainTransaction["events"];
  readError: string | null;
  logs: readonly string[] | null;
};

/** The display name of each event of the program. */
const EVENT_TITLES: Readonly<Record<EventName, Message>> = {
  CampaignCreated: message("Campaign created"),
  CampaignFunded: message("Campaign funded"),
  Claimed: EVENT_LABELS.claimed,
  CampaignCancelled: EVENT_LABELS.cancelled,
  CampaignPaused: EVENT_LABELS.paused,
  CampaignUnpaused: EVENT_LABELS.resumed,
  RootUpdated: EVENT_LABELS.root_updated,
  UnvestedWithdrawn: EVENT_LABELS.withdrawn,
  MilestoneReleased: EVENT_LABELS.milestone_released,
  StreamCancelled: EVENT_LABELS.stream_cancelled,
  InstantRefunded: EVENT_LABELS.instant_refunded,
  ClaimRecordClosed: message("Claim record closed"),
};

/** The role of a mint account in an instruction. */
const MINT_ROLE = "mint";

/** Returns the mints among the accounts of a transaction. */
export const getMints = ({ instructions }: Pick<Detail, "instructions">): string[] =>
  instructions
    .flatMap((instruction) => [instruction, ...instruction.inner])
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ name, address }) => (name === MINT_ROLE ? [address] : []));

/** Only the position is unique, because an account can appear several times. */
const numbered = <T,>(list: readonly T[]) => list.map((item, at) => ({ position: at + 1, item }));

type GetToken = (mint: string) => Token;
type TransactionPartsProps = { detail: Detail; network: string | null; getToken: GetToken };

/** Shows a transaction: its instructions, its effects, and its program logs. */
export function TransactionParts({ detail, network, getToken }: TransactionPartsProps) {
  const t = useTranslator();
  const { error, events, readError, instructions, logs } = detail;
  return (
    <div className="space-y-6">
      {error !== null && (
        <Notice tone="danger" title={t("The transaction failed. Only its fee was charged.")}>
          <Trans
            id="Error reported by the network: {error}"
            values={{ error: <code className="break-all">{JSON.stringify(error)}</code> }}
          />
        </Notice>
      )}
      <Card title={t("Transaction details")}>
        <LedgerFacts {...{ detail, network }} />
      </Card>
      <Events events={events} readError={readError} />
      <Card title={t("Instructions")} aside={`${instructions.length}`}>
        <ol className="space-y-6">
          {numbered(instructions).map(({ position, item: instruction }) => (
            <li key={position} className="space-y-3">
              <Instruction {...{ instruction, position: `${position}`, getToken }} />
              {instruction.inner.length > 0 && (
                <ol
                  aria-label={t("Called by instruction {number}", { number: `${position}` })}
                  className="space-y-3 border-l-2 border-line pl-4"
                >
                  {numbered(instruction.inner).map(({ position: within, item: called }) => (
                    <li key={within}>
                      <Instruction
                        {...{ instruction: called, position: `${position}.${within}`, getToken }}
                      />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      </Card>
      {logs !== null && (
        <Card title={t("Program logs")}>
          <details>
            <summary className="min-h-11 cursor-pointer text-sm underline underline-offset-4">
              {t("{count, plural, one {# line} other {# lines}}", { count: logs.length })}
            </summary>
            <pre className="overflow-x-auto text-xs">{logs.join("\n")}</pre>
          </details>
        </Card>
      )}
    </div>
  );
}

/** The events of the transaction by their names in lists of events. */
function Events({ events, readError }: Pick<Detail, "events" | "readError">) {
  const t = useTranslator();
  if (events.length === 0 && readError === null) return null;
  return (
    <Card title={t("Events of the vesting program")}>
      {readError !== null && (
        <p className="text-sm text-danger">
          {t("The events could not be read: {error}", { error: errorText(t, readError) })}
        </p>
      )}
      <ol className="space-y-4">
        {events.map(({ name, index, data, derived }) => (
          <li key={index}>
            <h3 className="text-sm font-semibold">{t(EVENT_TITLES[name])}</h3>
            <Fields fields={listFields("value", statedFields(data, derived))} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Omits the fields that a reconstructed event's transaction does not determine. */
const statedFields = (data: object, derived: readonly string[] = []) =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !derived.includes(field)));

function LedgerFacts({ detail, network }: { detail: Detail; network: string | null }) {
  const t = useTranslator();
  const { slot, blockTime, fee, computeUnits, signers, error } = detail;
  return (
    <Facts isAligned>
      <Fact label={t("Outcome")}>
        <Badge tone={error === null ? "good" : "danger"}>
          {error === null ? t("Succeeded") : t("Failed")}
        </Badge>
      </Fact>
      {network && <Fact label={t("Network")}>{network}</Fact>}
      <Fact label={t("Time")}>{blockTime === null ? t("not available yet") : <Time at={blockTime} />}</Fact>
      <Fact label={t("Slot")}>{t.count(slot)}</Fact>
      <Fact label={t("Transaction fee")}>{formatAmount(fee, SOL_DECIMALS, t)} SOL</Fact>
      {computeUnits !== null && <Fact label={t("Compute units")}>{t.count(computeUnits)}</Fact>}
      <Fact label={signers.length === 1 ? t("Signed by") : t("Signed by (the first signer pays the fee)")}>
        <span className="flex flex-wrap gap-x-3">
          {signers.map((signer) => (
            <Address key={signer} address={signer} name="signer" />
          ))}
        </span>
      </Fact>
    </Facts>
  );
}

type InstructionProps = { instruction: DescribedInstruction; position: string; getToken: GetToken };

function Instruction({ instruction, position, getToken }: InstructionProps) {
  const t = useTranslator();
  const { program, name, accounts, arguments: args } = instruction;
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
        <span className="text-ink-soft">{position}</span>
        <span>{name === null ? t("Unknown instruction") : capitalize(readName(t, name))}</span>
        <span className="font-normal text-ink-soft">{program.name && readName(t, program.name)}</span>
        <Address address={program.address} name="program" />
      </h3>
      {args.length > 0 && <Fields fields={args} />}
      {accounts.length > 0 && (
        <details className="text-sm" open={program.name === OWN_PROGRAM}>
          <summary className="cursor-pointer text-ink-soft underline underline-offset-4">
            {t("{count, plural, one {# account} other {# accounts}}", { count: accounts.length })}
          </summary>
          <Facts isAligned>
            {numbered(accounts).map(({ position: at, item: { address, name: role } }) => (
              <Fact key={at} label={role ? readName(t, role) : t("account {number}", { number: `${at}` })}>
                {role === MINT_ROLE ? (
                  <TokenName token={getToken(address)} />
                ) : (
                  <Address
                    address={address}
                    name={role ?? "account"}
                    href={role === "vesting tree" ? `/campaigns/${address}` : undefined}
                  />
                )}
              </Fact>
            ))}
          </Facts>
        </details>
      )}
    </>
  );
}

function Fields({ fields }: { fields: readonly [string, string][] }) {
  const t = useTranslator();
  return (
    <Facts isAligned>
      {fields.map(([name, value]) => (
        <Fact key={name} label={readName(t, splitName(name))}>
          <span className="font-mono text-xs break-all">{escapeUntrusted(value)}</span>
        </Fact>
      ))}
    </Facts>
  );
}
