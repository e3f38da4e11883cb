import packageJson from "@/package.json" with { type: "json" };

/** The version of this build, as `/api/health` and the OpenAPI document report it. */
export const VERSION = packageJson.version;
