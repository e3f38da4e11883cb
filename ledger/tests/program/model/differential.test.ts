import fc from "fast-check";
import { beforeAll, test } from "vitest";
import { LONG } from "../../support/long";
import { Svm } from "../../support/svm";
import { caseCount } from "../../support/thorough";
import { Campaign } from "../campaign";
import { KINDS, START } from "../campaign-plan";
import { type LeafSet, ModelComparison } from "./model-comparison";
import { PLANS, scenario } from "./random-actions";

const svm = new Svm(START);
const sets: LeafSet[] = [];

beforeAll(async () => {
  const campaign = new Campaign(svm, "native");
  for (const plan of PLANS) {
    await campaign.plan(plan);
    if (campaign.merkle) sets.push({ leaves: campaign.leaves, merkle: campaign.merkle });
  }
});

test.each(KINDS)(
  "random lives of a %s campaign follow the model, and hold nothing once cancelled and withdrawn from",
  LONG,
  (kind) => {
    const property = fc.property(scenario, ({ first, cancellable, funding, actions }) => {
      const twins = new ModelComparison(svm, kind, sets, cancellable);
      twins.step({ do: "create", set: first });
      twins.step({ do: "fund", amount: funding });
      for (const step of actions) twins.step(step);
      twins.windUp();
    });
    fc.assert(property, { numRuns: caseCount(30) });
  },
);
