import { english, type Translator } from "@/lib/core/i18n/translator";

/** Returns whether bytes begin like a ZIP archive, which a workbook is; a CSV file never does. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Returns whether bytes begin like an Excel 97 workbook or an encrypted one. */
export const isOldWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;

/** Returns the error message for an Excel 97 workbook or one with a password. */
export const oldWorkbookError = (t: Translator = english): string =>
  t("This workbook has an old format or a password. Save it as .xlsx without a password, or as CSV.");
