import { beforeEach, describe, expect, test, vi } from "vitest";
import DocumentPage, { generateMetadata } from "@/app/docs/[page]/page";
import { LANGUAGE_COOKIE } from "@/lib/core/i18n/languages";

const request = { cookies: new Map<string, { value: string }>(), headers: new Headers() };
vi.mock("next/headers", () => ({
  cookies: async () => request.cookies,
  headers: async () => request.headers,
}));

const of = (page: string) => ({ params: Promise.resolve({ page }) });

describe("GET /docs/:page", () => {
  beforeEach(() => {
    request.cookies = new Map();
    request.headers = new Headers();
  });

  test("has the language of the dashboard, from the cookie or the browser", async () => {
    request.cookies.set(LANGUAGE_COOKIE, { value: "de" });
    expect(await generateMetadata(of("recipients"))).toEqual({ title: "Zuteilung abholen" });
    expect((await DocumentPage(of("recipients"))).props).toMatchObject({ language: "de" });
    request.cookies.clear();
    request.headers.set("accept-language", "de-AT,en;q=0.5");
    expect(await generateMetadata(of("creators"))).toEqual({ title: "Kampagne erstellen" });
  });

  test("is English without a choice or without a translation", async () => {
    expect(await generateMetadata(of("recipients"))).toEqual({ title: "Claim your allocation" });
    request.cookies.set(LANGUAGE_COOKIE, { value: "de" });
    expect(await generateMetadata(of("questions"))).toEqual({ title: "FAQ" });
    expect((await DocumentPage(of("questions"))).props).toMatchObject({ language: "en" });
  });
});
