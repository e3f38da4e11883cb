import { publicOrigin } from "@/lib/service/http/origin/public-origin";
import { requestContext } from "@/lib/service/http/request-context";
import { services } from "@/lib/service/services";
import { readNetwork } from "./network";
import { readForPage } from "./page-reads";

type Shell = Awaited<ReturnType<typeof tellShell>>;

/** What every page tells the browser about the service it talks to: in all its parts the same. */
export function readShell(): Promise<Shell> {
  const context = requestContext().getStore();
  if (!context) return tellShell();
  context.shell ??= tellShell();
  return context.shell as Promise<Shell>;
}

async function tellShell() {
  const [{ env, now }, network] = await Promise.all([services(), readNetwork()]);
  return {
    serverNow: now().toString(),
    network,
    isLocalLedger: env.SOLANA_RPC_URL === undefined,
    programId: env.VESTING_PROGRAM_ID,
    // What is too long for one request is uploaded in parts.
    maxLeaves: Math.max(env.MAX_LEAVES, env.MAX_UPLOAD_LEAVES),
    /** Of a list that is changed, what it was, what it becomes and what was paid are compared in the browser. */
    maxEdited: env.MAX_LEAVES,
  };
}

/** What a page says of its moment, such as "3 days ago": it is rendered anew once that is something else. */
export const readOfMoment = <T>(name: string, say: (now: bigint) => T): Promise<T> =>
  readForPage(name, async () => say(BigInt((await readShell()).serverNow)));

/** Where links to this service lead, by the headers of a request; null under a host that is not known. */
export async function readOrigin(headers: Pick<Headers, "get">): Promise<string | null> {
  return publicOrigin(headers, (await services()).env);
}
