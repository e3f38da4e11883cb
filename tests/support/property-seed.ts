import fc from "fast-check";

// With one seed, each run of a commit tests the same inputs, so that a failure can be repeated.
const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED) fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
