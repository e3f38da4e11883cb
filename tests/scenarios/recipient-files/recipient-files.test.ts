import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { startServices } from "@/tests/support/http";
import type { Case } from "./case";
import { FORMATS } from "./formats";
import { MEANINGS } from "./meanings";
import { getRoot, offeredAnswers, readAtCommandLine, readInForm, readOverApi } from "./readers";
import { WORKBOOKS } from "./workbooks";

const CASES = [...MEANINGS, ...FORMATS, ...WORKBOOKS];
const NO_ROOT = "0".repeat(64);

let services: Services;
beforeAll(() => {
  services = startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
});

const getTitle = ({ file, query, expected }: Case) => {
  const answers = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
  if ("reads" in expected) return `reads ${file} with ${answers}`;
  return "question" in expected
    ? `asks for ${expected.question} of ${file} with ${answers}`
    : `refuses ${file} with ${answers}`;
};

describe("a recipients file in the form, over the API and at the command line", () => {
  test("has an expected outcome for every one of at least 80 fixtures", () => {
    const files = readdirSync("tests/fixtures/recipient-files");
    expect(files.length).toBeGreaterThanOrEqual(80);
    expect(new Set(CASES.map(({ file }) => file))).toEqual(new Set(files));
  });

  test.each(CASES.map((item) => [getTitle(item), item] as const))(
    "returns the same for %s",
    async (_, { file, query: item, expected }) => {
      const query = { decimals: "2", ...item };
      const form = await readInForm(file, query);
      const api = await readOverApi(file, query, services);
      if ("reads" in expected) {
        const right = { leaves: expected.reads, question: null, errors: [] };
        expect({ form, api }).toEqual({ form: right, api: right });
        const cli = await readAtCommandLine(file, query, await getRoot(expected.reads));
        expect(cli.lines.at(-1)).toBe("Yes: the list matches the root.");
        return;
      }
      const cli = await readAtCommandLine(file, query, NO_ROOT);
      const printed = cli.lines.join("\n");
      expect(cli.isSame).toBe(false);
      if ("question" in expected) {
        const question = { parameter: expected.question, readings: expected.readings };
        expect({ form: form.question, api: api.question }).toEqual({ form: question, api: question });
        expect(form.leaves).toEqual([]);
        for (const answer of offeredAnswers(expected.question, expected.readings))
          expect(printed).toContain(answer);
        return;
      }
      const { refuses, because } = expected;
      const [first = ""] = api.errors;
      expect({ first, question: api.question }).toEqual({
        first: expect.stringMatching(new RegExp(`^${refuses}: `)),
        question: null,
      });
      expect(first).toContain(because);
      const sentence = first.slice(refuses.length + 2);
      expect(form.errors.join("\n")).toContain(sentence);
      const [row, field] = refuses.split(" ");
      expect(printed).toContain(`Row ${row}${field && `, ${field}`}: ${sentence}`);
    },
  );
});
