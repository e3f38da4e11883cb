import { expect, test } from "vitest";
import { InstructionReplayer, type RecordedAnswer, readRecordedAnswers } from "./support/replay-answer";

const answers = readRecordedAnswers();
const instructions = [...new Set(answers.map(({ ix }) => ix))].sort();
const machine = new InstructionReplayer();

/** Returns the fields that identify a recorded instruction in a failure message. */
const heading = ({ ix, label, now }: RecordedAnswer) => ({ ix, label, now });

test("there are 1,000 recorded answers, of every instruction", () => {
  expect(answers).toHaveLength(1000);
  expect(instructions).toHaveLength(18);
});

test.each(instructions)("%s returns the real program's results", (ix) => {
  for (const requested of answers.filter((item) => item.ix === ix)) {
    const { result, events, ret, post } = machine.answer(requested);
    expect({ ...heading(requested), result, events, ret, post }).toEqual({
      ...heading(requested),
      ...expected(requested),
    });
  }
});

/** The recording's accounts also carry their keys, which the recorded request already has. */
function expected({ real }: RecordedAnswer): RecordedAnswer["real"] {
  const post = real.post?.map(({ owner, lamports, data }) => ({ owner, lamports, data })) ?? null;
  return { ...real, post };
}
