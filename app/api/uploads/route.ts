import { uploadView } from "@/lib/contract/upload";
import { consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { uploadBody } from "@/lib/service/registration/schemas";
import { beginUpload } from "@/lib/service/registration/uploads/uploads";

/**
 * POST /api/uploads — opens a chunked upload of leaves, or returns the existing upload of the same list; the
 * wallet that will use the upload signs.
 */
export const POST = route(
  {
    summary:
      "Creates an upload of leaves in parts for a registration or rotation; returns the existing upload for the same list",
    body: uploadBody,
    response: uploadView,
    errors: ["FORBIDDEN"],
    status: [201, 200],
    auth: "wallet",
  },
  async ({ body, wallet, services, request }) => {
    const { created, upload } = await beginUpload(services, {
      ...body,
      wallet,
      consumeShare: (share) => consumeNetworkShare(services, request, share),
    });
    return reply(created ? 201 : 200, upload);
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
