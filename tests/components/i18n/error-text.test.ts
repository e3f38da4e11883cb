import { expect, test } from "vitest";
import { errorText } from "@/components/i18n/error-text";
import { noteMissingPart } from "@/components/shell/part-boundary";
import { ApiClientError } from "@/lib/client/api-error";
import { createTranslator } from "@/lib/core/i18n/translator";
import catalog from "@/messages/de";

const german = createTranslator("de", catalog);

test("translates the sentence of an error into the reader's language, whatever its source", () => {
  const missing = Object.assign(new Error("Loading chunk 7 failed"), { name: "ChunkLoadError" });
  noteMissingPart(missing);
  expect(errorText(german, missing)).toMatch(/^Ein Teil dieser Seite konnte nicht geladen werden/);
  // The API responds in English, often with the same sentence as the browser.
  const message = "Everything has been claimed, so there is nothing to pause.";
  const answered = new ApiClientError(409, "CAMPAIGN_COMPLETED", message, null);
  expect(errorText(german, answered)).toBe("Alles wurde abgeholt. Es gibt nichts mehr zu pausieren.");
});

test.each(["Unknown {thing", "{count} of them", "Nothing of ours"])("leaves %s as it is", (message) => {
  expect(errorText(german, new Error(message))).toBe(message);
  expect(errorText(german, message)).toBe(message);
});
