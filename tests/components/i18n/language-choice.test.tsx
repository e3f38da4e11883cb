// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LanguageChoice } from "@/components/i18n/language-choice";
import { openPath, router } from "@/tests/support/next-navigation";
import { show, showGerman } from "../show";

const { refresh } = router;

beforeEach(() => {
  refresh.mockClear();
  openPath("/dashboard?address=a&page=2");
});
afterEach(() => {
  cleanup();
  // biome-ignore lint/suspicious/noDocumentCookie: what the choice sets.
  document.cookie = "language=; path=/; max-age=0";
});

const choice = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });

test("remembers the language and renders the page again", async () => {
  show(<LanguageChoice />);
  expect(choice("Language").value).toBe("en");
  fireEvent.change(choice("Language"), { target: { value: "de" } });
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  expect(document.cookie).toContain("language=de");
});

test("is a form to the same page for visitors without scripts", () => {
  const { container } = showGerman(<LanguageChoice />);
  expect(choice("Sprache").value).toBe("de");
  const options = screen.getAllByRole("option").map((option) => [option.textContent, option.lang]);
  expect(options).toEqual([
    ["English", "en"],
    ["Deutsch", "de"],
  ]);
  const form = container.querySelector("form");
  expect(form?.getAttribute("action")).toBe("/dashboard");
  expect([...new FormData(form ?? undefined)]).toEqual([
    ["address", "a"],
    ["page", "2"],
    ["language", "de"],
  ]);
});
