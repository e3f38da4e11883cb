#!/usr/bin/env node
import { fileURLToPath } from "node:url";

/** Runs the command's TypeScript in this process: the signals of a supervisor reach the service itself. */
process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL("../../server/tsconfig.json", import.meta.url));
for (const api of ["tsx/cjs/api", "tsx/esm/api"]) (await import(api)).register();
await import("./main.ts");
