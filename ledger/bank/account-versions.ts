import { BytesColumn } from "../history/columns";
import { HashIndex } from "../history/hash-index";
import { bytesKey, keyBytes } from "./bytes-key";
import type { AccountState } from "./engine";

type Version = {
  /** The slot whose transactions replaced this value. */
  replacedIn: number;
  value: AccountState | null;
};

/**
 * The values of accounts before slots that are not final yet.
 *
 * The virtual machine holds only the newest state. The value that each open slot replaced allows reads of the
 * state at an older commitment, and the rollback of a fork.
 */
export class AccountVersions {
  private readonly versions = new Map<string, Version[]>();

  /** Stores the value that `slot` is about to replace; only the first value per slot counts. */
  remember(address: Uint8Array, slot: number, value: AccountState | null): void {
    const key = bytesKey(address);
    const list = this.versions.get(key);
    if (list === undefined) this.versions.set(key, [{ replacedIn: slot, value }]);
    else if (list[list.length - 1]?.replacedIn !== slot) list.push({ replacedIn: slot, value });
  }

  /** Returns the account at the end of `slot`, or undefined when no newer slot replaced it. */
  at(address: Uint8Array, slot: number): AccountState | null | undefined {
    return valueAt(this.versions.get(bytesKey(address)), slot);
  }

  /** Yields every account that changed after `slot`, with its value at the end of `slot`. */
  *changedSince(slot: number): Generator<{ address: Uint8Array; value: AccountState | null }> {
    for (const [key, list] of this.versions) {
      const value = valueAt(list, slot);
      if (value !== undefined) yield { address: keyBytes(key), value };
    }
  }

  /** Evicts the values that no commitment can read any more. */
  forgetUpTo(slot: number): void {
    for (const [key, list] of this.versions) {
      const remaining = list.filter(({ replacedIn }) => replacedIn > slot);
      if (remaining.length === 0) this.versions.delete(key);
      else if (remaining.length < list.length) this.versions.set(key, remaining);
    }
  }

  /** Removes the values that slots after `slot` replaced, because a fork has abandoned those slots. */
  dropAfter(slot: number): void {
    for (const [key, list] of this.versions) {
      const remaining = list.filter(({ replacedIn }) => replacedIn <= slot);
      if (remaining.length === 0) this.versions.delete(key);
      else if (remaining.length < list.length) this.versions.set(key, remaining);
    }
  }
}

function valueAt(list: Version[] | undefined, slot: number): AccountState | null | undefined {
  return list?.find(({ replacedIn }) => replacedIn > slot)?.value;
}

/**
 * Every address that a transaction could have written to, stored outside the heap. The virtual machine cannot
 * list its accounts, and a snapshot needs the list.
 */
export class KnownAccounts {
  private readonly addresses = new BytesColumn(32);
  private readonly positions = new HashIndex();

  add(address: Uint8Array): void {
    const position = this.positions.get(address);
    // Two addresses can have the same hash in theory; the second is then stored again each time, which is
    // harmless.
    if (position !== null && Buffer.compare(this.addresses.at(position), address) === 0) return;
    this.positions.set(address, this.addresses.length);
    this.addresses.push(address);
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (let position = 0; position < this.addresses.length; position++) yield this.addresses.at(position);
  }
}
