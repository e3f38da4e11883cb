import { Connection } from "@solana/web3.js";
import { ConnectionLost, serviceFetch } from "@/components/service/service-api";

/** The service passes ledger calls on, so browsers need neither the node's address nor its key. */
export const ledgerEndpoint = () => `${window.location.origin}/rpc`;

let connection: Connection | undefined;

/** The ledger. Its calls fail with ConnectionLost when the service or the node behind it does not answer. */
export function ledger(): Connection {
  connection ??= new Connection(ledgerEndpoint(), {
    commitment: "confirmed",
    fetch: ledgerFetch,
    // The library's own waits would hide from the page that it is waiting.
    disableRetryOnRateLimit: true,
  });
  return connection;
}

const ledgerFetch: typeof fetch = async (input, init) => {
  const response = await serviceFetch(input, init);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const said = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  throw new ConnectionLost(
    typeof said === "string" ? said : "The ledger does not answer right now; try again in a moment.",
  );
};
