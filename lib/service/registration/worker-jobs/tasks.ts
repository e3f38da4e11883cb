import { importUpload, leaveOut } from "@/lib/service/registration/import-recipients";
import { parseListBody } from "@/lib/service/registration/parse-list-body";
import { proveLeaves } from "@/lib/service/registration/submitted-tree";
import { readParts } from "@/lib/service/registration/uploads/read-parts";

import { compareLeaves } from "./compare-leaves";
import { prepareList, prepareReplacement } from "./prepare-lists";

/**
 * What takes longer than the event loop may be held: functions of what they are given alone, which hand long lists on
 * as bytes, so that they can run in another thread.
 */
export const tasks = {
  /** Parses a large body and packs its list. */
  parse: parseListBody,
  /** Reads the leaves of an upload in parts. */
  readParts,
  /** Checks a new campaign's recipients and builds their tree. */
  prepare: prepareList,
  /** Plans a rotation and builds its tree. */
  rotate: prepareReplacement,
  /** Proves a registration's leaves to belong to its root. */
  prove: proveLeaves,
  /** Holds a rotation's leaves against those that they replace. */
  compare: compareLeaves,
  /** Reads a CSV of recipients. */
  import: importUpload,
  /** Leaves recipients out of what an import read. */
  leaveOut,
};

export type Tasks = typeof tasks;
