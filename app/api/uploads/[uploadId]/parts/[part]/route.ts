import * as z from "zod";
import { hex32, u32Text } from "@/lib/contract/parameters";
import { MAX_PARTS, uploadedPartView } from "@/lib/contract/upload";
import { refuseDeclaredSize } from "@/lib/service/http/body/body";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { receivePart } from "@/lib/service/registration/uploads/uploads";

const part = u32Text
  .refine((value) => value < MAX_PARTS, `must be a whole number from 0 to ${MAX_PARTS - 1}`)
  .describe("Number of the part in the declared order, from 0");
const params = z.object({
  uploadId: hex32.describe("ID from the creation of the upload"),
  part,
});

/** A million leaves have some 250 parts, which parallel requests can send within a minute. */
const PARTS_PER_MINUTE = 600;

/**
 * PUT …/parts/:part — stores a part of an upload, `{"leaves": […]}`; the announced hash authenticates the
 * part.
 */
export const PUT = route(
  {
    summary: 'Sends a declared part of an upload, {"leaves": […]}; needs no further signature',
    params,
    accepts: ["application/json"],
    response: uploadedPartView,
    errors: ["NOT_FOUND", "FORBIDDEN"],
    limit: PARTS_PER_MINUTE,
  },
  async ({ params, stream, hold, request, services }) => {
    const checkDeclaredSize = (maxBytes: number) => refuseDeclaredSize(request, maxBytes);
    await receivePart(services, { ...params, stream, hold, checkDeclaredSize });
    return { ok: true, part: params.part };
  },
);

export const { GET, HEAD, POST, PATCH, DELETE, OPTIONS } = otherMethods("PUT");
