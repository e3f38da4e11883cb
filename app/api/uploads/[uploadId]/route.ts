import { z } from "zod";
import { hex32 } from "@/lib/contract/parameters";
import { uploadView } from "@/lib/contract/upload";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { findUpload } from "@/lib/service/registration/uploads/uploads";

const params = z.object({ uploadId: hex32.describe("As it was answered when the upload was opened") });

/** GET /api/uploads/:uploadId — a chunked upload and its missing parts. */
export const GET = route(
  {
    summary: "An upload in parts, and which of them are missing",
    params,
    response: uploadView,
    errors: ["NOT_FOUND"],
  },
  async ({ params, services }) =>
    reply(200, await findUpload(services, params), { "cache-control": "no-store" }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
