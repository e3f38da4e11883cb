import { gzipSync } from "node:zlib";
import { ApiClient } from "@/lib/client/api-client";
import { fetchAllLeaves } from "@/lib/client/fetch-all";
import { buildTree } from "@/lib/core/merkle/tree";
import { prepareLeaves } from "@/lib/service/registration/prepare";
import { type From, registration, send, sendSigned } from "../service/send";

export const gzippedJson = (value: unknown) =>
  gzipSync(JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? item.toString() : item)));

type Step = { path: string; body: Uint8Array; root: string; wasSent: boolean; isAcknowledged: boolean };

/**
 * A campaign of one registration and one rotation, with the requests and acknowledgements of its client.
 * After any failure, the service must have every acknowledged request, whole, and may have every sent
 * request, whole.
 */
export class SampledCampaign {
  private constructor(
    private readonly made: Awaited<ReturnType<typeof registration>>,
    private readonly steps: readonly [registration: Step, rotation: Step],
  ) {}

  static async make(leaves: number): Promise<SampledCampaign> {
    const made = await registration(leaves);
    const rotated = await prepareLeaves(
      made.prepared.leaves.map((leaf) => ({ ...leaf, amount: leaf.amount + 1n })),
    );
    const { tree, minCliffTime } = rotated;
    const facts = { merkleRoot: tree.root, leafCount: leaves, minCliffTime, leaves: rotated.leaves };
    const unsent = { wasSent: false, isAcknowledged: false };
    const path = `/api/campaigns/${made.treeAddress}/root-versions`;
    return new SampledCampaign(made, [
      { ...unsent, path: "/api/campaigns", body: made.body, root: made.prepared.tree.root },
      { ...unsent, path, body: gzippedJson(facts), root: tree.root },
    ]);
  }

  /** Sends the registration, or once it is acknowledged the rotation; returns the status of the response. */
  async send(from: From): Promise<number> {
    const [first, second] = this.steps;
    const step = first.isAcknowledged ? second : first;
    step.wasSent = true;
    const { status } = await sendSigned(from, this.made.wallet, step.path, step.body);
    if (status === 200 || status === 201) step.isAcknowledged = true;
    return status;
  }

  /** Returns sentences for lost, duplicated or partial data of a service. */
  async findErrors(from: From): Promise<string[]> {
    const { treeAddress, wallet } = this.made;
    const own = await send({ ...from, path: `/api/campaigns?creator=${wallet.address}` });
    if (own.status === 200 && JSON.parse(own.text).total > 1) return ["a campaign is there twice"];
    const versions = await send({
      ...from,
      path: `/api/campaigns/${treeAddress}/root-versions`,
      maxChars: 100_000,
    });
    if (versions.status === 404)
      return this.steps[0].isAcknowledged ? ["an acknowledged registration is lost"] : [];
    if (versions.status !== 200) return [`the versions were answered ${versions.status}`];
    const roots = JSON.parse(versions.text).map(({ merkleRoot }: { merkleRoot: string }) => merkleRoot);
    const known = this.steps.filter(({ wasSent }) => wasSent).map(({ root }) => root);
    const stored = roots.toReversed().map((root: string) => root.replace(/^0x/, ""));
    const acknowledged = this.steps.filter(({ isAcknowledged }) => isAcknowledged).length;
    if (stored.length < acknowledged) return ["an acknowledged rotation is lost"];
    if (stored.join() !== known.slice(0, stored.length).join())
      return [`its versions are ${stored.join(", ")}`];
    return this.findLeafErrors(from, stored.at(-1));
  }

  /**
   * Rebuilds the tree of the served leaves: a missing, duplicated or partial leaf results in another root.
   */
  private async findLeafErrors({ port, localAddress }: From, root: string): Promise<string[]> {
    const query: typeof fetch = async (url, init) => {
      const { pathname, search } = new URL(String(url), "http://127.0.0.1");
      const path = pathname + search;
      const answer = await send({
        port,
        localAddress,
        path,
        method: init?.method ?? "GET",
        maxChars: 100_000_000,
      });
      return new Response(answer.text, { status: answer.status || 599 });
    };
    const api = new ApiClient({ baseUrl: "http://127.0.0.1", fetch: query });
    const served = await fetchAllLeaves(api, this.made.treeAddress);
    const leaves = [...served.leaves].map(({ amount, startTime, cliffTime, endTime, ...leaf }) => ({
      ...{ ...leaf, releaseType: leaf.releaseType as 0 | 1 | 2, amount: BigInt(amount) },
      ...{ startTime: BigInt(startTime), cliffTime: BigInt(cliffTime), endTime: BigInt(endTime) },
    }));
    const built = leaves.length > 0 ? (await buildTree(leaves)).root : "";
    return built === root ? [] : [`its ${leaves.length} leaves do not give its root`];
  }

  /** Registers the campaign again unless its registration was acknowledged. */
  async begin(from: From): Promise<string[]> {
    const status = this.steps[0].isAcknowledged ? 200 : await this.send(from);
    return status === 200 || status === 201 ? [] : [`registered again, it was answered ${status}`];
  }

  /** Sends every unacknowledged request again; each must be stored once in the end. */
  async finish(from: From): Promise<string[]> {
    const refused = await this.begin(from);
    if (refused.length > 0) return refused;
    const [, rotation] = this.steps;
    const status = rotation.isAcknowledged ? 201 : await this.send(from);
    // A rotation that was stored before its acknowledgement was lost is refused as the campaign's current
    // root.
    if (status !== 201 && status !== 400) return [`rotated again, it was answered ${status}`];
    rotation.isAcknowledged = true;
    return this.findErrors(from);
  }
}
