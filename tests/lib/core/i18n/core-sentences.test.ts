import { expect, test } from "vitest";
import { createTranslator } from "@/lib/core/i18n/translator";
import { describeMessage } from "@/lib/core/offline/describe-message";
import { describeFailure } from "@/lib/core/plans/describe-failure";
import { planPause } from "@/lib/core/plans/govern-campaign";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { findHeaderErrors, readHeader } from "@/lib/core/recipients/file-header";
import { readRow } from "@/lib/core/recipients/read-row";
import { findRecipientErrors } from "@/lib/core/recipients/recipients";
import { DEFAULT_PROGRAM_ID, MEMO_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { programError } from "@/lib/core/solana/errors";
import { rotationErrorSentence } from "@/lib/core/vesting/rotation/rotation-errors";
import { findScheduleSpecError, type ScheduleSpec } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { dayText, phraseText, scheduleSpecWords } from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import { SCHEDULE_TEMPLATES, templateWords } from "@/lib/core/vesting/templates";
import catalog from "@/messages/de";

const t = createTranslator("de", catalog);

const SPEC: ScheduleSpec = {
  ...{ upfrontShare: 0, cliffShare: 1_250, cliffMonths: 12 },
  ...{ durationMonths: 24, steps: "quarterly" },
};
const START = 1_798_761_600n;

test("describes a schedule in the reader's language, with its marks and dates", () => {
  expect(scheduleSpecWords(SPEC, null, t)).toBe(
    "12,5 % 12 Monate nach Beginn, dann die übrigen 87,5 % in 4 gleichen vierteljährlichen Schritten, der erste 15 Monate nach Beginn, der letzte 24 Monate nach Beginn",
  );
  expect(scheduleSpecWords({ ...SPEC, cliffShare: 0, steps: "linear" }, START, t)).toBe(
    "100 % gleichmäßig im Sekundentakt, ab 1. Jan. 2028 bis 1. Jan. 2029",
  );
  expect(dayText(START + 3_600n, t)).toBe("1. Jan. 2027, 01:00 UTC");
  const phrase = { kind: "steps", amount: 9n, count: 3, months: 1, from: START, to: START } as const;
  expect(phraseText(phrase, String, t)).toContain("in 3 gleichen Schritten, monatlich, ab 1. Jan. 2027");
  const [first] = SCHEDULE_TEMPLATES;
  expect(first && templateWords(t, first)).toEqual({
    name: "Team: 4 Jahre mit 1 Jahr Sperrfrist",
    description:
      "25 % 12 Monate nach Beginn, dann die übrigen 75 % gleichmäßig im Sekundentakt, ab 12 Monate nach Beginn bis 48 Monate nach Beginn.",
  });
});

test("describes the errors of a list in the reader's language", () => {
  const cells: Record<string, string> = {
    beneficiary: "x",
    amount: "-5",
    releaseType: "cliff",
    startTime: "1/2/2027",
  };
  const reading = readRow(2, (column) => cells[column], { decimals: 2, t });
  expect("errors" in reading && reading.errors).toMatchObject({
    beneficiary: "Das ist keine Solana-Adresse (Base58, 32 Bytes).",
    amount: "„-5“ ist negativ. Geben Sie einen Betrag größer als null ein.",
    startTime:
      "„1/2/2027“ kann 2027-02-01 oder 2027-01-02 bedeuten. Legen Sie fest, ob der Tag oder der Monat zuerst kommt.",
    cliffTime: "Diese Zelle ist leer.",
  });
  // The same cell is read in English first, and its result is cached for a while.
  const english = readRow(2, (column) => cells[column], { decimals: 2 });
  expect("errors" in english && english.errors.startTime).toMatch(/^“1\/2\/2027” can mean/);
  expect(findRecipientErrors([], { t })[0]?.message).toBe("Fügen Sie mindestens einen Empfänger hinzu.");
  expect(findHeaderErrors(readHeader(["wallet", "address", "amount"]), () => true, t)[0]?.message).toBe(
    "„wallet“ und „address“ könnten beide die Spalte „Empfänger“ sein. Behalten Sie eine davon.",
  );
  const over = { position: null, field: null, kind: "over_supply", allocated: 3n, totalSupply: 2n } as const;
  expect(rotationErrorSentence(over, String, t)).toContain("Senken Sie die Liste um 1.");
  expect(findScheduleSpecError({ ...SPEC, durationMonths: 13 }, t)?.message).toBe(
    "Die Zeit nach der Sperrfrist (1 Monat) ist nicht durch die Schritte (vierteljährlich) teilbar. Lassen Sie den Zeitplan nach 15 Monaten enden.",
  );
});

test("describes a transaction and its failure in the reader's language", () => {
  expect(programError(6_000, t)?.message).toBe(
    "Die Merkle-Wurzel besteht nur aus Nullen. Berechnen Sie den Baum aus den Empfängern, und geben Sie dessen Wurzel an.",
  );
  const failure = describeFailure({ err: "Unheard{Of", logs: [], instructions: [] }, t);
  expect(failure?.message).toBe(
    "Das Netzwerk hat die Transaktion abgelehnt (Unheard{Of). Erstellen Sie sie neu.",
  );
  const key = MEMO_PROGRAM_ID;
  const plan = planPause({ treeAddress: key, pauseAuthority: key });
  const recent = { blockhash: key, lastValidBlockHeight: 1 };
  const { lines, instructions } = describeMessage(
    unsignedTransaction(plan, recent).serializeMessage(),
    DEFAULT_PROGRAM_ID,
    { t },
  );
  expect(lines[0]).toBe(`Zahlt die Transaktionsgebühr und unterschreibt: ${key}`);
  expect(lines).toContain("1. Vesting-Programm: Kampagne pausieren");
  expect(instructions[0]?.name).toBe("pause campaign");
});
