import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import bs58 from "bs58";
import { certificateLines } from "@/cli/certify/certificate-text";
import { certify } from "@/cli/certify/certify";
import { NotCertifiableError } from "@/cli/certify/read-campaign";
import { startStep } from "@/cli/progress";
import { loadSettings } from "@/cli/settings";
import { readKeyFile } from "@/cli/sign/signers";
import { UsageError } from "@/cli/usage";
import { ApiClient } from "@/lib/client/api-client";
import { fetchAllLeaves } from "@/lib/client/fetch-all";
import {
  CERTIFICATE_FORMAT,
  type CertificateBody,
  type CertificateView,
  certificateMessage,
  certificateView,
} from "@/lib/contract/certificate";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { isAddress } from "@/lib/core/solana/addresses";
import { NotACampaignError } from "@/lib/core/solana/tree-account";
import { verifySignature } from "@/lib/service/certificates/verify-signature";
import { type Chain, createChain } from "@/lib/service/chain/chain";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import { writeAtomically } from "../atomic-file";
import { asUnreadableNetwork } from "../command-database";
import { CommandError, EXIT, type Exit, printError, printFacts, printJson } from "../outcome";
import { asUnreachable, type RunningService } from "../running-service";

type CertifyQuery = {
  treeAddress: string;
  url: string;
  rpc: string;
  programId: string;
  /** A CSV of the leaves; by default, the leaves of the service. */
  leaves?: string | undefined;
  /** The key file of the signer. */
  keyFile?: string | undefined;
  /** The file to write. */
  out?: string | undefined;
  /** The service that shows the certificate. */
  publishTo?: RunningService | undefined;
  json: boolean;
};

/**
 * Certifies that a campaign pays every leaf exactly, by executing all claims on a copy of its accounts. The exit code is
 * 0 if it does, 1 if it does not, and 2 if that could not be determined.
 */
export async function certifyCampaign(query: CertifyQuery): Promise<Exit> {
  const { treeAddress, rpc, programId, json } = query;
  if (!isAddress(treeAddress)) throw new CommandError("The campaign must be the base58 address of its tree.");
  const leaves = query.leaves === undefined ? await fetchLeaves(query) : await readLeaves(query.leaves);
  const step = json ? undefined : startStep("executing the claims of each date");
  const chain = createChain({ urls: [rpc], programId, commitment: "finalized" });
  const body = await orCommandError(() =>
    certify({
      ...{ chain, treeAddress, programId, leaves, issuedAt: new Date() },
      onProgress: (done, total) => step?.progress(done, total),
    }),
  );
  step?.done(`${body.dates.length}`);
  const view = await signed(body, query.keyFile);
  if (query.out !== undefined) {
    const text = `${JSON.stringify(view, null, 2)}\n`;
    await writeAtomically(query.out, (partial) => writeFile(partial, text));
  }
  if (json) printJson(view);
  else printFacts(certificateLines(view));
  if (query.publishTo) await publish(query.publishTo, view);
  return body.result === "paid" ? EXIT.success : EXIT.problemFound;
}

async function fetchLeaves({ url, treeAddress, json }: CertifyQuery): Promise<LeafList> {
  const step = json ? undefined : startStep("reading the leaves");
  try {
    const onProgress = (done: number, total: number) => step?.progress(done, total);
    const { leaves } = await fetchAllLeaves(new ApiClient({ baseUrl: url }), treeAddress, { onProgress });
    step?.done(`${leaves.length}`);
    return leaves;
  } catch (error) {
    throw asUnreachable(error);
  }
}

async function readLeaves(path: string): Promise<LeafList> {
  const { leaves, errors } = await readLeavesCsv(createReadStream(path), {}).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read as a list of leaves: ${String(Object(error).message)}`);
  });
  const [first] = errors;
  if (first) throw new CommandError(`${path}, row ${first.row}: ${first.message}`);
  if (leaves.length === 0) throw new CommandError(`${path} has no leaves.`);
  return LeafList.of(leaves);
}

async function orCommandError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotCertifiableError || error instanceof NotACampaignError)
      throw new CommandError(`Not certified: ${error.message}`);
    throw asUnreadableNetwork(error);
  }
}

async function signed(certificate: CertificateBody, keyFile: string | undefined): Promise<CertificateView> {
  if (keyFile === undefined) return { format: CERTIFICATE_FORMAT, certificate, signature: null };
  const { address, sign } = await readKeyFile(keyFile, printError).catch((error: unknown) => {
    if (error instanceof UsageError) throw new CommandError(error.message);
    throw error;
  });
  const signature = bs58.encode(await sign(certificateMessage(certificate)));
  return { format: CERTIFICATE_FORMAT, certificate, signature: { signer: address, signature } };
}

async function publish(service: RunningService, view: CertificateView): Promise<void> {
  await service.asOperator(`/api/campaigns/${view.certificate.treeAddress}/certificate`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(view),
  });
}

type CheckQuery = { path: string; rpc: string | undefined; json: boolean };

/** Checks a certificate's signature, and with an RPC endpoint whether the campaign still has its root. */
export async function checkCertificate({ path, rpc, json }: CheckQuery): Promise<Exit> {
  const view = await readCertificate(path);
  const { certificate } = view;
  const signature = verifySignature(view);
  const network = rpc === undefined ? null : await compareWithNetwork(certificate, rpc);
  const agrees = signature === "valid" && (network === null || Object.values(network).every(Boolean));
  if (json) printJson({ signature, signer: view.signature?.signer ?? null, network, agrees });
  else
    printFacts([
      ...certificateLines(view),
      ["signature", signature],
      ["same network", network === null ? NOT_REQUESTED : yesNo(network.sameNetwork)],
      ["same root", network === null ? NOT_REQUESTED : yesNo(network.sameRoot)],
    ]);
  return agrees ? EXIT.success : EXIT.problemFound;
}

const NOT_REQUESTED = "not checked; pass --rpc";
const yesNo = (holds: boolean) => (holds ? "yes" : "no");

async function readCertificate(path: string): Promise<CertificateView> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`);
  });
  try {
    return certificateView.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${path} is not a certificate of this version.`);
  }
}

async function compareWithNetwork(
  { treeAddress, genesis, merkleRoot, program }: CertificateBody,
  rpc: string,
) {
  const chain: Chain = createChain({ urls: [rpc], programId: program.address });
  return orCommandError(async () => {
    const sameNetwork = (await chain.getGenesisHash()) === genesis;
    const found = sameNetwork ? await chain.getVestingTree(treeAddress) : null;
    return { sameNetwork, sameRoot: found?.tree.merkleRoot === merkleRoot };
  });
}

/** Returns the options of the command, with the settings as defaults. */
export function certifySettings(input: { rpc: string | undefined; signingKey: string | undefined }) {
  const env = loadSettings();
  const rpc = input.rpc ?? env.SOLANA_RPC_URL?.[0] ?? `http://127.0.0.1:${env.LEDGER_PORT}`;
  return { rpc, programId: env.VESTING_PROGRAM_ID, keyFile: input.signingKey ?? env.CERTIFICATE_KEY_FILE };
}
