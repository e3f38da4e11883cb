import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useWords } from "@/components/words/use-words";

type File = {
  /** The name of the list, as the link shows it. */
  label: string;
  /** The parameters that ask for a file are added to it. */
  list: `/api/${string}`;
};

/** Whole lists as files: for programs, and for Excel in the viewer's language and with its separators. */
export function DownloadLinks({ files }: { files: readonly File[] }) {
  const t = useWords();
  return (
    <ul className="flex flex-wrap gap-2 print:hidden">
      {files.map(({ label, list }) => (
        <li key={list} className="flex flex-wrap items-center gap-2">
          <a href={withOptions(list, "format=csv")} download className={buttonClass("secondary")}>
            <Icon name="download" className="size-4" /> {label}
          </a>
          <a
            href={withOptions(list, `format=csv&${excelOptions(t.marks.decimal, t.language)}`)}
            download
            aria-label={t("{file}, for Excel", { file: label })}
            className="text-sm underline underline-offset-4"
          >
            {t("for Excel")}
          </a>
        </li>
      ))}
    </ul>
  );
}

const withOptions = (list: string, options: string) => `${list}${list.includes("?") ? "&" : "?"}${options}`;

/** Where the comma is the decimal mark, spreadsheets separate cells by semicolons. */
const excelOptions = (decimal: string, language: string): string =>
  decimal === ","
    ? `separator=semicolon&decimalMark=comma&bom=true&titles=${language}`
    : `separator=comma&decimalMark=point&bom=true&titles=${language}`;
