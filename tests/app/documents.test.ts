import { describe, expect, test } from "vitest";
import DocumentPage, { generateMetadata } from "@/app/docs/[page]/page";
import { LANGUAGE_COOKIE } from "@/lib/core/i18n/languages";
import { setRequest } from "@/tests/support/next-headers";

const IN_GERMAN = { cookies: { [LANGUAGE_COOKIE]: "de" } };

const create = (page: string) => ({ params: Promise.resolve({ page }) });

describe("GET /docs/:page", () => {
  test("has the language of the dashboard, from the cookie or the browser", async () => {
    setRequest(IN_GERMAN);
    expect(await generateMetadata(create("recipients"))).toEqual({ title: "Zuteilung abholen" });
    expect((await DocumentPage(create("recipients"))).props).toMatchObject({ language: "de" });
    setRequest({ headers: { "accept-language": "de-AT,en;q=0.5" } });
    expect(await generateMetadata(create("creators"))).toEqual({ title: "Kampagne erstellen" });
  });

  test("is English without a choice or without a translation", async () => {
    expect(await generateMetadata(create("recipients"))).toEqual({ title: "Claim your allocation" });
    setRequest(IN_GERMAN);
    expect(await generateMetadata(create("questions"))).toEqual({ title: "FAQ" });
    expect((await DocumentPage(create("questions"))).props).toMatchObject({ language: "en" });
  });
});
