import { join } from "node:path";
import { Client, type ClientDuplexStream, credentials, Metadata } from "@grpc/grpc-js";
import { loadSync, type ServiceDefinition } from "@grpc/proto-loader";

const PROTO_DIR = join(import.meta.dirname, "proto");
/** A transaction has some kilobytes, and a block's summary lists the rewards of an epoch. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export type GeyserStream = ClientDuplexStream<object, object>;

/** Loads the service's protocol. Integers of 64 bits are decimal strings, and enums their names. */
export function loadGeyserService(): ServiceDefinition {
  const definition = loadSync("geyser.proto", {
    includeDirs: [PROTO_DIR],
    longs: String,
    enums: String,
    defaults: true,
    oneofs: true,
  });
  return definition["geyser.Geyser"] as ServiceDefinition;
}

/**
 * Opens a subscription at an http or https URL; `close` releases its connection. https accepts certificates of the
 * authorities that Node knows, NODE_EXTRA_CA_CERTS included. The token is sent only once the certificate is verified.
 */
export function openGeyserStream({ url, token }: { url: string; token?: string | undefined }): {
  stream: GeyserStream;
  close(): void;
} {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "https:";
  const client = new Client(
    `${hostname}:${port || (isSecure ? 443 : 80)}`,
    isSecure ? credentials.createSsl() : credentials.createInsecure(),
    {
      "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
      // A proxy of the environment could read the token of a plain connection.
      "grpc.enable_http_proxy": Number(isSecure),
    },
  );
  const metadata = new Metadata();
  if (token !== undefined) metadata.set("x-token", token);
  const { Subscribe } = loadGeyserService();
  if (Subscribe === undefined) throw new Error("The protocol does not contain the subscription.");
  const { path, requestSerialize, responseDeserialize } = Subscribe;
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata);
  return { stream, close: () => client.close() };
}
