import * as z from "zod";
import { format } from "../parameters";

export const csvOptions = z.object({
  separator: z
    .enum(["comma", "semicolon", "tab"])
    .optional()
    .describe("CSV only: cell separator; a comma by default"),
  decimalMark: z
    .enum(["point", "comma"])
    .optional()
    .describe("CSV only: decimal separator of amounts; a point by default"),
  bom: z
    .enum(["true", "false"])
    .optional()
    .describe("CSV only: whether the file starts with a byte order mark, so that Excel detects UTF-8"),
  titles: z
    .enum(["names", "en", "de"])
    .optional()
    .describe("CSV only: titles and values as machine-readable names, or in a language"),
});

/** Query parameters of a list that can be downloaded. */
export const listFormat = { format, ...csvOptions.shape };
