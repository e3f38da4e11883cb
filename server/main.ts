import { existsSync } from "node:fs";
import { run } from "./run";

/** `npm start` serves the build, `npm run dev` compiles on request; both read `.env` of the current folder. */
if (existsSync(".env")) process.loadEnvFile(".env");
run({ isDev: process.argv.includes("--dev") });
