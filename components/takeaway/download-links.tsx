import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type File = {
  /** What is in it, as the link says it. */
  label: string;
  /** Without what asks for a file: that is added. */
  list: `/api/${string}`;
};

/** Whole lists as files that spreadsheets open, read as the browser takes them. */
export function DownloadLinks({ files }: { files: readonly File[] }) {
  return (
    <ul className="flex flex-wrap gap-2 print:hidden">
      {files.map(({ label, list }) => (
        <li key={list}>
          <a href={`${list}?format=csv`} download className={buttonClass("secondary")}>
            <Icon name="download" className="size-4" /> {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
