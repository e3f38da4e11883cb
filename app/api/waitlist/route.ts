import * as z from "zod";
import { insertWaitlistEntry } from "@/db/queries/waitlist";
import { doneView } from "@/lib/contract/field-schemas";
import { waitlistBody } from "@/lib/contract/requests/waitlist";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { exportWaitlist } from "@/lib/service/waitlist";

const query = z.object({
  format: z
    .enum(["json", "csv"], "must be json or csv")
    .default("json")
    .describe("csv: an attachment that is safe to open in a spreadsheet"),
});
const response = z
  .object({
    total: z.int().describe("number of addresses"),
    data: z
      .array(
        z
          .object({
            id: z.int().describe("number of the entry"),
            email: z.string().describe("email address in lower case"),
            createdAt: z.int().describe("time of the entry; unix seconds"),
          })
          .meta({ id: "WaitlistEntry" }),
      )
      .describe("all entries, oldest first"),
  })
  .meta({ id: "Waitlist" });

/** POST /api/waitlist — adds an address to the waitlist; the response is the same for an existing address. */
export const POST = route(
  {
    summary: "Adds an address to the waitlist",
    body: waitlistBody,
    limit: 5,
    status: 201,
    response: doneView,
  },
  async ({ body, services }) => {
    await insertWaitlistEntry(services.db, { email: body.email, createdAt: services.now() });
    return reply(201, { ok: true });
  },
);

/** GET /api/waitlist — the waitlist, as JSON or as a CSV attachment. */
export const GET = route(
  { summary: "Exports the waitlist", auth: "admin", limit: 60, query, response, asFile: "text/csv" },
  ({ query, services }) => exportWaitlist(services, query.format),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
