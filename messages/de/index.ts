import type { Catalog } from "@/lib/core/i18n/translator";
import browser from "./browser";
import server from "./server.json";

/** All German texts. Only the server renders the ones of `server.json`, and browsers do not load them. */
const german: Catalog = { ...browser, ...server };

export default german;
