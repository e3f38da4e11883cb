import { afterAll, vi } from "vitest";

// A module that still loads when its test file ends would fail for the next file in this process.
afterAll(() => vi.dynamicImportSettled());
