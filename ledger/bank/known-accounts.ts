import { BytesColumn } from "../history/columns";
import { HashIndex } from "../history/hash-index";

/**
 * Every address that a transaction could have written to, kept outside the heap. The virtual machine cannot list its
 * accounts, and a snapshot must.
 */
export class KnownAccounts {
  private readonly addresses = new BytesColumn(32);
  private readonly places = new HashIndex();

  add(address: Uint8Array): void {
    const place = this.places.get(address);
    // Two addresses of one hash are possible in principle; the second is then kept again each time, which is harmless.
    if (place !== null && Buffer.compare(this.addresses.at(place), address) === 0) return;
    this.places.set(address, this.addresses.length);
    this.addresses.push(address);
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (let place = 0; place < this.addresses.length; place++) yield this.addresses.at(place);
  }
}
