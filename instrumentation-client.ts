import { config } from "zod/v4/core";

// Zod would probe for eval, which the content security policy of the pages forbids and the browser reports.
config({ jitless: true });
