import { describe, expect, it } from "vitest";
import { releaseText } from "@/components/sheet/grid/release-text";
import { english } from "@/lib/core/i18n/translator";

describe("releaseText", () => {
  it("returns the name of a release type of a file", () => {
    const texts = ["linear", " Cliff", "MILESTONE"].map((text) => releaseText(english, text));
    expect(texts).toEqual(["Linear", "Cliff", "Milestone"]);
  });

  it("returns other texts unchanged", () => {
    const texts = ["", "1", "yearly"];
    expect(texts.map((text) => releaseText(english, text))).toEqual(texts);
  });
});
