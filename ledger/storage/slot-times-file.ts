import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import type { SlotTimesFile } from "../bank/slots";

const BYTES = 4;

/** Keeps the calendar on disk, four bytes a slot, written as each slot closes. */
export class SlotTimesOnDisk implements SlotTimesFile {
  private readonly fd: number;
  private length: number;

  constructor(private readonly path: string) {
    this.fd = openSync(path, existsSync(path) ? "r+" : "w+", 0o600);
    this.length = 0;
  }

  load(): Uint32Array {
    const bytes = readFileSync(this.path);
    const slots = Math.floor(bytes.length / BYTES);
    const times = new Uint32Array(slots);
    for (let slot = 0; slot < slots; slot++) times[slot] = bytes.readUInt32LE(slot * BYTES);
    this.length = slots * BYTES;
    ftruncateSync(this.fd, this.length);
    return times;
  }

  append(times: Uint32Array): void {
    const bytes = Buffer.alloc(times.length * BYTES);
    for (const [index, time] of times.entries()) bytes.writeUInt32LE(time, index * BYTES);
    writeSync(this.fd, bytes, 0, bytes.length, this.length);
    this.length += bytes.length;
  }

  close(): void {
    closeSync(this.fd);
  }
}
