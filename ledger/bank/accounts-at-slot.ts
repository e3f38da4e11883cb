import type { AccountVersions } from "./account-versions";
import { bytesKey } from "./bytes-key";
import { clockSysvarAt, isClockSysvar } from "./clock-sysvar";
import type { AccountState, Engine } from "./engine";
import type { Slots } from "./slots";

/** The accounts at the end of a slot, which is the open one or any not older than the final one. */
export class AccountsAtSlot {
  constructor(
    private readonly engine: Engine,
    private readonly slots: Slots,
    private readonly versions: AccountVersions,
  ) {}

  account(address: Uint8Array, slot: number): AccountState | null {
    const older = this.versions.at(address, slot);
    const account = older === undefined ? this.engine.account(address) : older;
    return account !== null && isClockSysvar(address) ? this.clock(account, slot) : account;
  }

  ownedBy(owner: Uint8Array, slot: number): { address: Uint8Array; account: AccountState }[] {
    const accounts = new Map(
      this.engine.programAccounts(owner).map((entry) => [bytesKey(entry.address), entry] as const),
    );
    for (const { address, value } of this.versions.changedSince(slot)) {
      const isOwned = value !== null && Buffer.compare(value.owner, owner) === 0;
      if (isOwned) accounts.set(bytesKey(address), { address, account: value });
      else accounts.delete(bytesKey(address));
    }
    return [...accounts.values()].map(({ address, account }) => ({
      address,
      account: isClockSysvar(address) ? this.clock(account, slot) : account,
    }));
  }

  private clock(account: AccountState, slot: number): AccountState {
    return clockSysvarAt(account, slot, this.slots.time(this.slots.lastBlockAt(slot)) ?? 0);
  }
}
