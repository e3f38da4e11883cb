import { z } from "zod";
import { format } from "../parameters";

export const csvOptions = z.object({
  separator: z
    .enum(["comma", "semicolon", "tab"])
    .optional()
    .describe("of CSV: between cells; a comma unless said"),
  decimalMark: z
    .enum(["point", "comma"])
    .optional()
    .describe("of CSV: of decimal amounts; a point unless said"),
  bom: z
    .enum(["true", "false"])
    .optional()
    .describe("of CSV: whether it begins with a byte order mark, by which Excel reads UTF-8"),
  titles: z
    .enum(["names", "en", "de"])
    .optional()
    .describe("of CSV: titles and words as names for programs, or in a language"),
});

/** Query parameters of a list that can be downloaded. */
export const listFormat = { format, ...csvOptions.shape };
