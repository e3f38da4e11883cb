import { type Database, type DatabaseHandle, openDatabase } from "@/db/client";
import type { DatabaseOptions } from "@/db/database";
import { createChain } from "@/lib/service/chain/chain";
import { NetworkUnavailableError, RpcRejectionError } from "@/lib/service/chain/errors";
import { systemClock } from "@/lib/service/clock";
import type { Env } from "@/lib/service/env";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { createLogger } from "@/lib/service/log";
import { rpcUrls } from "@/lib/service/services";
import { CommandError, EXIT } from "./outcome";

/** Opens a database of the settings. @throws CommandError with the reason why it cannot be opened */
export const openOwnDatabase = (options: DatabaseOptions): Promise<DatabaseHandle> =>
  openDatabase(options).catch((error: unknown) => {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  });

/** Returns the context of an indexer that runs in this command, with the network of the settings. */
export function ownIndexer(db: Database, env: Env): IndexerContext {
  const log = createLogger("silent");
  const programId = env.VESTING_PROGRAM_ID;
  return { db, chain: createChain({ urls: rpcUrls(env), programId, log }), programId, log, ...systemClock };
}

/** Returns the error of a command for a failed call of the network; other errors stay as they are. */
export const asUnreadableNetwork = (error: unknown): unknown =>
  error instanceof NetworkUnavailableError || error instanceof RpcRejectionError
    ? new CommandError(`The network cannot be read: ${error.message}`, EXIT.unreachable)
    : error;
