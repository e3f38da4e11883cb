import { importUpload, removeRecipients } from "@/lib/service/registration/import-recipients";
import { parseListBody } from "@/lib/service/registration/parse-list-body";
import { proveLeaves } from "@/lib/service/registration/submitted-tree";
import { readParts } from "@/lib/service/registration/uploads/read-parts";

import { compareLeaves } from "./compare-leaves";
import { prepareList, prepareReplacement } from "./prepare-lists";

/**
 * Worker jobs, which would block the event loop for too long. They are pure functions that pass long lists as
 * bytes, so that they can run in another thread.
 */
export const tasks = {
  /** Parses a large body and packs its list. */
  parse: parseListBody,
  /** Reads the leaves of an upload in parts. */
  readParts,
  /** Validates a new campaign's recipients and builds their tree. */
  prepare: prepareList,
  /** Plans a rotation and builds its tree. */
  rotate: prepareReplacement,
  /** Verifies a registration's leaves against its root. */
  prove: proveLeaves,
  /** Compares a rotation's leaves with those that they replace. */
  compare: compareLeaves,
  /** Reads a CSV file of recipients. */
  import: importUpload,
  /** Removes recipients from the result of an import. */
  removeRecipients,
};

export type Tasks = typeof tasks;
