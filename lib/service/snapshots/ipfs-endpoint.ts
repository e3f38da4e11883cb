import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import * as z from "zod";
import { readText } from "@/lib/service/chain/endpoint";
import { UnixfsCid } from "./unixfs-cid";

/** A server with the RPC API of Kubo, and its bearer token. */
export type IpfsEndpoint = { url: string; token: string | undefined };

/** The endpoint did not add a file. The message names no secret. */
export class IpfsError extends Error {
  override readonly name = "IpfsError";
}

/** Milliseconds without a byte that the endpoint reads or sends. */
const IDLE_MS = 120_000;
const MAX_RESPONSE_BYTES = 16_384;
const MAX_SHOWN_CHARACTERS = 200;
const NAME = "leaves.json";
/** The defaults of `ipfs add --cid-version=1`, for an endpoint with other ones. */
const PARAMETERS = {
  ...{ "cid-version": "1", "raw-leaves": "true", chunker: "size-262144", hash: "sha2-256" },
  ...{ pin: "true", progress: "false" },
};

/** A CID of version 1 with a SHA-256 hash, in base32. */
const cid = z.string().regex(/^b[a-z2-7]{58}$/);
const answer = z.object({ Hash: cid });
const failure = z.object({ Message: z.string() });

/**
 * Adds a file to an IPFS endpoint, which pins it. Returns its CID, which is computed from the bytes that were sent; the
 * endpoint must return the same one.
 *
 * @throws IpfsError
 */
export async function addFile(
  { url, token }: IpfsEndpoint,
  content: AsyncIterable<Uint8Array>,
  { idleMs = IDLE_MS } = {},
): Promise<string> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleMs);
  const boundary = randomUUID();
  const own = new UnixfsCid();
  let failed: { error: unknown } | undefined;
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${NAME}"\r\nContent-Type: application/json\r\n\r\n`,
    );
    try {
      for await (const chunk of content) {
        timer.refresh();
        own.update(chunk);
        yield chunk;
      }
    } catch (error) {
      failed = { error };
      throw error;
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  try {
    const response = await fetch(`${url.replace(/\/+$/, "")}/api/v0/add?${new URLSearchParams(PARAMETERS)}`, {
      method: "POST",
      headers: {
        "content-type": `multipart/form-data; boundary=${boundary}`,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: Readable.toWeb(Readable.from(body())),
      duplex: "half",
      signal: idle.signal,
      // Following a redirect would send the token to another server.
      redirect: "error",
    } as RequestInit);
    const text = await readText(response, idle.signal, MAX_RESPONSE_BYTES);
    if (!response.ok) throw getRefusal(response.status, text);
    return requireSame(readCid(text), own.digest());
  } catch (error) {
    if (failed) throw failed.error;
    if (error instanceof IpfsError) throw error;
    // Messages of the client library can contain the URL, which may hold a password.
    const reason = idle.signal.aborted ? `did not respond within ${idleMs / 1_000} s` : "cannot be reached";
    throw new IpfsError(`The endpoint of IPFS_API_URL ${reason}.`);
  } finally {
    clearTimeout(timer);
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function getRefusal(status: number, text: string): IpfsError {
  const { data } = failure.safeParse(toJson(text));
  const message = data ? `: ${data.Message.slice(0, MAX_SHOWN_CHARACTERS)}` : "";
  return new IpfsError(`The endpoint of IPFS_API_URL responded with HTTP status ${status}${message}.`);
}

/** Reads the CID of the last line: an endpoint may report its progress before. */
function readCid(text: string): string {
  const { data } = answer.safeParse(toJson(text.trim().split("\n").at(-1) ?? ""));
  if (!data) throw new IpfsError("The endpoint of IPFS_API_URL did not return a CID of version 1.");
  return data.Hash;
}

function requireSame(returned: string, computed: string): string {
  if (returned === computed) return computed;
  throw new IpfsError(
    `The endpoint of IPFS_API_URL returned the CID ${returned}, but the list has ${computed}. It added other bytes, or imports files in another way.`,
  );
}
