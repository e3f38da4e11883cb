import * as z from "zod";
import { certificateView } from "@/lib/contract/certificate";
import { doneView } from "@/lib/contract/field-schemas";
import { creation, treeParams } from "@/lib/contract/parameters";
import { ApiError } from "@/lib/core/errors";
import { readCertificate, storeCertificate } from "@/lib/service/certificates/certificates";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** GET …/certificate — the newest solvency certificate that the operator stored. */
export const GET = route(
  {
    summary:
      "Returns the newest solvency certificate of a campaign. It is of one slot; later events may have changed the state",
    params: treeParams,
    query: z.object({ creation }),
    response: certificateView,
    errors: ["NOT_FOUND"],
  },
  async ({ params, query, services }) => {
    const view = await readCertificate(services, { ...params, ...query });
    if (!view) throw new ApiError("NOT_FOUND", "No certificate of this campaign is stored.");
    return view;
  },
);

/** PUT …/certificate — stores a certificate of the command `certify`. */
export const PUT = route(
  {
    summary: "Stores a solvency certificate of the command certify, for the campaign's page",
    auth: "admin",
    params: treeParams,
    body: certificateView,
    response: doneView,
    errors: ["NOT_FOUND", "CONFLICT"],
  },
  ({ params, body, services }) => storeCertificate(services, { ...params, view: body }),
);

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods("GET", "PUT");
