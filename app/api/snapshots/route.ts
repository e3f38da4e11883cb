import { snapshotList } from "@/lib/contract/snapshot";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { listSnapshots } from "@/lib/service/snapshots/stored-snapshots";

/** GET /api/snapshots — the snapshots of the index that the operator wrote. */
export const GET = route(
  {
    summary: "Lists the 20 newest snapshots of the index, from which another service can start a mirror",
    response: snapshotList,
  },
  ({ services: { env } }) => listSnapshots(env),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
