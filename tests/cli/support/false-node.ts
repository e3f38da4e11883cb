import { createServer } from "node:http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

type Account = { owner: string; data: unknown };
type Change = (account: Account) => Account;

/** A node that answers as another does, except for the accounts that it changes, or looks up at another address. */
export function startFalseNode(
  rpcUrl: string,
  { change = (account) => account, lookUp }: { change?: Change; lookUp?: string },
): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call = JSON.parse(Buffer.concat(chunks).toString());
    if (lookUp && call.method === "getAccountInfo") call.params[0] = lookUp;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(rpcUrl, { method: "POST", headers, body: JSON.stringify(call) });
    const body = await answer.json();
    const value = body.result?.value;
    if (value?.owner) body.result.value = change(value);
    if (call.method === "getMultipleAccounts")
      body.result.value = value.map((account: Account | null) => account && change(account));
    response.writeHead(200, headers).end(JSON.stringify(body));
  });
  return listenLocally(server);
}
