import { execFile } from "node:child_process";
import { promisify } from "node:util";
import bs58 from "bs58";
import nacl from "tweetnacl";
import ts from "typescript";
import { ApiClient } from "@/lib/client/api-client";

const run = promisify(execFile);

/** The outcome of a call, as its sample prints it. */
type CurlAnswer = { status: number; mediaType: string; text: string };

/** Runs a sample in a shell, unchanged; a .curlrc in `folder` makes curl print the status and the media type. */
export async function runCurl(
  source: string,
  { env, folder }: { env: Record<string, string>; folder: string },
): Promise<CurlAnswer> {
  const { stdout } = await run("sh", ["-c", source], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, CURL_HOME: folder, ...env },
    cwd: folder,
    maxBuffer: 16 * 2 ** 20,
  });
  const at = stdout.lastIndexOf("\n");
  const [status, ...type] = stdout.slice(at + 1).split(" ");
  return { status: Number(status), mediaType: type.join(" "), text: stdout.slice(0, at) };
}

/** Content of a .curlrc that prints the status of a response. */
export const CURLRC = 'write-out = "\\n%{http_code} %{content_type}"\n';

const IMPORTS: Readonly<Record<string, Record<string, unknown>>> = {
  "@vesting-index/client": { ApiClient },
  bs58: { default: bs58 },
  tweetnacl: { default: nacl },
};

/** Runs a sample program with this repository's packages, and returns the value of its `answer`. */
export async function runTypeScript(source: string, env: Record<string, string>): Promise<unknown> {
  const { outputText, diagnostics = [] } = ts.transpileModule(`${source}\nexport { answer };`, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0) throw new Error(String(diagnostics[0]?.messageText));
  const exported: { answer?: unknown } = {};
  const require = (name: string) => {
    const found = IMPORTS[name];
    if (!found) throw new Error(`The sample imports ${name}, which the sample does not mention.`);
    return { __esModule: true, ...found };
  };
  const program = `return (async () => {\n${outputText}\n})();`;
  await new Function("exports", "require", "process", program)(exported, require, { env });
  return exported.answer;
}
