import { Connection } from "@solana/web3.js";

/** The service passes ledger calls on, so browsers need neither the node's address nor its key. */
export const ledgerEndpoint = () => `${window.location.origin}/rpc`;

let connection: Connection | undefined;

export function ledger(): Connection {
  connection ??= new Connection(ledgerEndpoint(), "confirmed");
  return connection;
}
