import { type CallOptions, call, type Transport } from "./http";
import type { Operation } from "./routes";

/** A valid value of each path parameter. */
export const PARAMETERS: Record<string, string> = {
  treeAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  merkleRoot: "5a".repeat(32),
  beneficiary: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  mint: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  idx: "0",
  uploadId: "5a".repeat(32),
  part: "0",
  slot: "0",
  sha256: "5a".repeat(32),
  endpointId: `ep_${"a".repeat(22)}`,
  subscriptionId: `rs_${"a".repeat(22)}`,
  listId: `cl_${"a".repeat(22)}`,
  row: "1",
};

export const getParams = ({ path }: Operation) =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, PARAMETERS[name] ?? "x"]),
  );

/** Sends a request to an operation, with valid parameters unless `options` overrides them. */
export type SendOperation = (operation: Operation, options?: CallOptions) => ReturnType<typeof call<Refusal>>;
type Refusal = { requestId?: string; code?: string; error?: string };

export const sendBy =
  (transport: Transport): SendOperation =>
  (operation, options = {}) =>
    call(
      operation.handler,
      {
        path: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
        method: operation.method,
        params: getParams(operation),
        ...options,
      },
      transport,
    );
