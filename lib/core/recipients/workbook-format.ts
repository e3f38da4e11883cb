import { english, type Words } from "@/lib/core/words/words";

/** Whether bytes begin as a ZIP archive does, which a workbook is; no CSV does. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Whether bytes begin as a workbook of Excel 97 does, or as an encrypted one. */
export const isOldWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;

/** The sentence for a workbook of Excel 97, or one with a password. */
export const oldWorkbookFault = (t: Words = english): string =>
  t("This workbook is of an old format, or has a password: save it as .xlsx without a password, or as CSV.");
