import { describe, expect, test } from "vitest";
import { certificateLines } from "@/cli/certify/certificate-text";
import { getCertificate } from "@/tests/support/certificate";

const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const NOTE =
  "Until a milestone is released, its amount could be taken back too, although it counts as due here.";

describe("certificateLines", () => {
  test.each([
    { milestones: "unreleased", assumptions: ["milestones_released_at_cliff" as const], notes: [NOTE] },
    { milestones: "no unreleased", assumptions: [], notes: [] },
  ])("notes what could be taken before the releases with $milestones milestones", (item) => {
    const view = getCertificate({
      ...{ treeAddress: TREE, merkleRoot: "ab".repeat(32) },
      assumptions: item.assumptions,
    });
    const notes = certificateLines(view).filter(([name]) => name === "note");
    expect(notes.map(([, text]) => text)).toEqual(item.notes);
  });
});
