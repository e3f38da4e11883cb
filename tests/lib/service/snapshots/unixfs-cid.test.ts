import { describe, expect, test } from "vitest";
import { UnixfsCid } from "@/lib/service/snapshots/unixfs-cid";

const CHUNK = 262_144;
const MAX_LINKS = 174;

/** CIDs of `ipfs-unixfs-importer` 17.1.1 with raw leaves, chunks of 256 KiB and a balanced layout of 174 links. */
const KNOWN: [name: string, bytes: number, cid: string][] = [
  ["a few bytes", 11, "bafkreiatkxzfxtv7mlyc5xb26oqu37fxpzaj5yj2g6ixzr2epg3dvnjh3m"],
  ["a full chunk", CHUNK, "bafkreid7tslbw4c2ypebcq4zcjsnqu5csvoirmakyxb5vlgqrsmafjm2xy"],
  ["two chunks", CHUNK + 1, "bafybeic5djh5cnyj6jiom6ydzw4tpkepuridp7vtuvkacij6apyuwa2lz4"],
  ["a full node", MAX_LINKS * CHUNK, "bafybeiady2ti6cttxxqkiluyez3leijeqtiucrezznjxdo3cl6hslf4nhy"],
  [
    "one byte beyond a full node",
    MAX_LINKS * CHUNK + 1,
    "bafybeih7tfb7kpiardip2hqcmwvyamts3qsikw57oocoqstbrskmqsglxe",
  ],
];

const getContent = (length: number) => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >>> 16)) & 255;
  return bytes;
};

describe("UnixfsCid", () => {
  test.each(KNOWN)("computes the CID of %s as ipfs add does", (_name, length, cid) => {
    const content = getContent(length);
    const computed = new UnixfsCid();
    for (let from = 0; from < length; from += 1_000_003)
      computed.update(content.subarray(from, from + 1_000_003));
    expect(computed.digest()).toBe(cid);
  });

  test("computes the CID of an empty file, which is one empty block", () => {
    expect(new UnixfsCid().digest()).toBe("bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku");
  });
});
