import * as z from "zod";
import { hex32 } from "@/lib/contract/parameters";
import { uploadView } from "@/lib/contract/upload";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { findUpload } from "@/lib/service/registration/uploads/uploads";

const params = z.object({ uploadId: hex32.describe("ID from the creation of the upload") });

/** GET /api/uploads/:uploadId — a chunked upload and its missing parts. */
export const GET = route(
  {
    summary: "Returns an upload in parts, and its missing parts",
    params,
    response: uploadView,
    errors: ["NOT_FOUND"],
  },
  async ({ params, services }) =>
    reply(200, await findUpload(services, params), { "cache-control": "no-store" }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
