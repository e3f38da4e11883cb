import bs58 from "bs58";
import * as z from "zod";
import type { Bank } from "../../bank/bank";
import type { AccountState } from "../../bank/engine";
import {
  isMint,
  isTokenAccount,
  isTokenProgram,
  mintDecimals,
  mintSupply,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  tokenAmount,
  tokenDelegate,
  tokenMint,
  tokenOwner,
  uiTokenAmount,
} from "../../bank/transactions/token-accounts";
import { encodeAccountOrRefuse } from "../encode/encode-account";
import { contextSlot, type Method, method, withContext } from "../method";
import { accountConfig, address, config, contextConfig } from "../params";
import { invalidParams } from "../rpc-error";

const LARGEST_SHOWN = 20;

const ownerFilter = z.union([z.object({ mint: address }), z.object({ programId: address })]);

export function tokenMethods(bank: Bank): Record<string, Method> {
  /** Lists the token accounts of a holder, who is the value of one of their fields. */
  const holdings = (getHolder: (account: AccountState) => Uint8Array | null) =>
    method(z.tuple([address, ownerFilter, config(accountConfig)]), ([holder, filter, options]) => {
      const slot = contextSlot(bank, options);
      requireTokens(bank, slot, filter);
      const isTheirs = ({ account }: { account: AccountState }) => {
        const held = getHolder(account);
        return held !== null && Buffer.compare(held, holder) === 0;
      };
      const read = (mint: Uint8Array) => bank.accountAt(mint, slot);
      return withContext(
        slot,
        tokenAccounts(bank, slot, filter)
          .filter(isTheirs)
          .map((entry) => ({
            pubkey: bs58.encode(entry.address),
            account: encodeAccountOrRefuse(entry, options, read),
          })),
      );
    });
  return {
    getTokenAccountBalance: method(z.tuple([address, config(contextConfig)]), ([key, options]) => {
      const slot = contextSlot(bank, options);
      const account = requireAccount(bank.accountAt(key, slot), isTokenAccount, "not a Token account");
      const decimals = mintDecimals(bank.accountAt(tokenMint(account), slot));
      return withContext(slot, uiTokenAmount(tokenAmount(account), decimals));
    }),
    getTokenSupply: method(z.tuple([address, config(contextConfig)]), ([key, options]) => {
      const slot = contextSlot(bank, options);
      const mint = requireAccount(bank.accountAt(key, slot), isMint, "not a Token mint");
      return withContext(slot, uiTokenAmount(mintSupply(mint), mintDecimals(mint)));
    }),
    getTokenAccountsByOwner: holdings((account) => tokenOwner(account)),
    getTokenAccountsByDelegate: holdings((account) => tokenDelegate(account)),
    getTokenLargestAccounts: method(z.tuple([address, config(contextConfig)]), ([key, options]) => {
      const slot = contextSlot(bank, options);
      const mint = requireAccount(bank.accountAt(key, slot), isMint, "not a Token mint");
      const largest = tokenAccounts(bank, slot, { mint: key })
        .map((entry) => ({ address: bs58.encode(entry.address), amount: tokenAmount(entry.account) }))
        .sort((a, b) => (a.amount < b.amount ? 1 : -1))
        .slice(0, LARGEST_SHOWN);
      const decimals = mintDecimals(mint);
      return withContext(
        slot,
        largest.map((entry) => ({ address: entry.address, ...uiTokenAmount(entry.amount, decimals) })),
      );
    }),
  };
}

function requireAccount(
  account: AccountState | null,
  isKind: (account: AccountState) => boolean,
  refusal: string,
): AccountState {
  if (account === null) throw invalidParams("Invalid param: could not find account");
  if (!isKind(account)) throw invalidParams(`Invalid param: ${refusal}`);
  return account;
}

/** Throws unless a filter names a mint or a token program, which a node checks first. */
function requireTokens(bank: Bank, slot: number, filter: z.output<typeof ownerFilter>): void {
  if ("programId" in filter) {
    if (!isTokenProgram(filter.programId))
      throw invalidParams("Invalid param: unrecognized Token program id");
    return;
  }
  const mint = bank.accountAt(filter.mint, slot);
  if (mint === null) throw invalidParams("Invalid param: could not find mint");
  if (!isMint(mint)) throw invalidParams("Invalid param: Token mint could not be unpacked");
}

function tokenAccounts(bank: Bank, slot: number, filter: z.output<typeof ownerFilter>) {
  const programs = "programId" in filter ? [filter.programId] : [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];
  return programs
    .flatMap((program) => bank.programAccountsAt(program, slot))
    .filter(({ account }) => isTokenAccount(account))
    .filter(({ account }) => !("mint" in filter) || Buffer.compare(tokenMint(account), filter.mint) === 0);
}
