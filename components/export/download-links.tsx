import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type File = {
  /** The name of the list in the link. */
  label: string;
  /** The path of the list. The export parameters are appended. */
  list: `/api/${string}`;
};

type DownloadLinksProps = {
  files: readonly File[];
  /** The class of the links, instead of buttons. */
  linkClass?: string;
};

/**
 * Links to lists as CSV files: a standard variant, and a variant for Excel with the language and separators
 * of the viewer.
 */
export function DownloadLinks({ files, linkClass }: DownloadLinksProps) {
  const t = useTranslator();
  return (
    <ul className={`flex flex-wrap print:hidden ${linkClass ? "gap-x-5" : "gap-2"}`}>
      {files.map(({ label, list }) => (
        <li key={list} className={`flex flex-wrap items-center ${linkClass ? "gap-x-5" : "gap-2"}`}>
          <a
            href={withOptions(list, "format=csv")}
            download
            className={linkClass ?? buttonClass("secondary")}
          >
            <Icon name="download" className="size-4" /> {label}
          </a>
          <a
            href={withOptions(list, `format=csv&${excelOptions(t.marks.decimal, t.language)}`)}
            download
            aria-label={t("{file}: CSV for Excel", { file: label })}
            className={linkClass ?? buttonClass("secondary")}
          >
            <Icon name="download" className="size-4" /> {t("CSV for Excel")}
          </a>
        </li>
      ))}
    </ul>
  );
}

const withOptions = (list: string, options: string) => `${list}${list.includes("?") ? "&" : "?"}${options}`;

/** Spreadsheets use the semicolon as separator where the comma is the decimal mark. */
const excelOptions = (decimal: string, language: string): string =>
  decimal === ","
    ? `separator=semicolon&decimalMark=comma&bom=true&titles=${language}`
    : `separator=comma&decimalMark=point&bom=true&titles=${language}`;
