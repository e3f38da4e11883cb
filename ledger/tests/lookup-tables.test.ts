import { AddressLookupTableProgram, Keypair, PublicKey } from "@solana/web3.js";
import { expect, it, onTestFinished } from "vitest";
import { TestLedger } from "./support/ledger";

it("parses lookup tables and their instructions", async () => {
  const ledger = await TestLedger.start();
  onTestFinished(() => ledger.close());
  const me = ledger.wallet();
  const recentSlot = (await ledger.connection.getSlot()) - 1;
  const by = { authority: me.publicKey, payer: me.publicKey };
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({ ...by, recentSlot });
  const addresses = [Keypair.generate().publicKey, Keypair.generate().publicKey];
  const extend = AddressLookupTableProgram.extendLookupTable({ ...by, lookupTable, addresses });
  const freeze = AddressLookupTableProgram.freezeLookupTable({ authority: me.publicKey, lookupTable });
  const signature = await ledger.send([create, extend, freeze], [me]);
  const found = await ledger.connection.getParsedTransaction(signature, { commitment: "confirmed" });
  const table = { lookupTableAccount: String(lookupTable), lookupTableAuthority: String(me.publicKey) };
  const paid = { ...table, payerAccount: String(me.publicKey), systemProgram: String(PublicKey.default) };
  const program = "address-lookup-table";
  const newAddresses = addresses.map(String);
  expect(found?.transaction.message.instructions).toMatchObject([
    {
      program,
      parsed: { type: "createLookupTable", info: { ...paid, recentSlot, bumpSeed: expect.any(Number) } },
    },
    { program, parsed: { type: "extendLookupTable", info: { ...paid, newAddresses } } },
    { program, parsed: { type: "freezeLookupTable", info: table } },
  ]);
  const { value } = await ledger.connection.getParsedAccountInfo(lookupTable);
  expect(value?.data).toEqual({
    program,
    space: 56 + 2 * 32,
    parsed: {
      type: "lookupTable",
      info: {
        deactivationSlot: "18446744073709551615",
        lastExtendedSlot: String(found?.slot),
        lastExtendedSlotStartIndex: 0,
        addresses: newAddresses,
      },
    },
  });
});
