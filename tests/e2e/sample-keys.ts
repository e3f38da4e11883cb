import { createHash } from "node:crypto";
import { Keypair } from "@solana/web3.js";

/** Keys of the samples follow from names, so that tests can name them. */
const sampleKey = (name: string): Keypair =>
  Keypair.fromSeed(createHash("sha256").update(`sample: ${name}`).digest());

export const sampleAddress = (name: string): string => sampleKey(name).publicKey.toBase58();

export const CREATOR = sampleAddress("creator");
export const ADA = sampleAddress("Ada");
