import bs58 from "bs58";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Chain } from "@/lib/service/chain/chain";
import type { TransactionDetail } from "@/lib/service/chain/transaction-detail";
import { readEnv } from "@/lib/service/env";
import { readTransactionPage } from "@/lib/service/pages/transaction";
import { startServices } from "@/tests/support/http";
import { getChain } from "@/tests/support/stored-action";

let requested = 0;
let detail: TransactionDetail | null;
beforeEach(() => {
  requested = 0;
  detail = null;
  const getTransactionDetail: Chain["getTransactionDetail"] = async () => {
    requested++;
    return detail;
  };
  const env = readEnv({ LOG_LEVEL: "silent", TRUST_PROXY_HOPS: "1" });
  startServices({ env, chain: getChain({ getTransactionDetail }) });
});
afterEach(() => vi.useRealTimers());

let sequence = 0;
const newSignature = () => bs58.encode(new Uint8Array(64).fill(sequence++));
const from = (address: string) => new Headers({ "x-forwarded-for": address });

describe("readTransactionPage", () => {
  test("limits the requests of one network without affecting another", async () => {
    const states = [];
    for (let time = 0; time < 31; time++)
      states.push((await readTransactionPage(newSignature(), from(`198.51.100.${time}`))).state);
    expect(states).toEqual([...new Array(30).fill("unknown"), "busy"]);
    expect((await readTransactionPage(newSignature(), from("203.0.113.9"))).state).toBe("unknown");
  });

  test("requests an unknown transaction again only after some seconds", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const signature = newSignature();
    const state = async () => (await readTransactionPage(signature, from("192.0.2.1"))).state;
    expect([await state(), await state(), requested]).toEqual(["unknown", "unknown", 1]);
    detail = { signature } as TransactionDetail;
    vi.advanceTimersByTime(5_001);
    expect([await state(), await state(), requested]).toEqual(["found", "found", 2]);
  });
});
