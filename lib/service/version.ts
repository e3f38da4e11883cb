import packageJson from "@/package.json" with { type: "json" };

/** The version of this build, as `/api/health` and the OpenAPI document state it. */
export const VERSION = packageJson.version;
