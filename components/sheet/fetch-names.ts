import { serviceApi } from "@/components/service/service-api";
import type { KnownName, KnownNames } from "@/lib/core/recipients/read-name-cell";

/**
 * Looks up names on the network, at most `MAX_NAMES`.
 * @throws ApiClientError or NetworkError if the service does not resolve them
 */
export async function fetchNames(names: readonly string[]): Promise<KnownNames> {
  const answer = await serviceApi().resolveNames(names);
  return new Map(
    answer.names.map((each): [string, KnownName] => [
      each.name,
      "address" in each ? { address: each.address } : { problem: each.error },
    ]),
  );
}
