import { Fragment } from "react";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { listOperations } from "@/lib/contract/openapi/operation-index";

const METHOD_COLORS: Readonly<Record<string, string>> = {
  GET: "text-info",
  POST: "text-accent",
  PUT: "text-warn",
  PATCH: "text-warn",
  DELETE: "text-danger",
};

const LINK = "font-medium text-accent underline-offset-4";

export const INTERACTIVE_REFERENCE = "/docs/api/interactive";

/** A path that can break after its slashes. */
const BreakablePath = ({ path }: { path: string }) =>
  path.split(/(?<=\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one path keep their order.
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));

const DEPRECATED = / \(deprecated\)$/;

const groupId = (title: string) => `group-${title.toLowerCase().replaceAll(" ", "-")}`;

/** Lists every operation by tag, with a link to its anchor in the interactive reference. */
export function OperationIndex() {
  const tags = listOperations();
  return (
    <div>
      <nav aria-label="Groups of operations" className="mb-4">
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {tags.map(({ title }) => (
            <li key={title}>
              <a
                href={`#${groupId(title)}`}
                className={`inline-flex min-h-11 items-center md:pointer-fine:min-h-7 ${LINK} hover:underline`}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {tags.map(({ title, operations }) => (
        <section
          key={title}
          id={groupId(title)}
          className="border-t border-line pt-3 pb-2 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:py-1.5"
        >
          <h2 className="text-lg font-semibold lg:py-1 lg:text-base">{title}</h2>
          <ul>
            {operations.map(({ method, path, name, anchor }) => (
              // The anchor is also the id, for links from before the interactive reference had its own page.
              <li key={anchor} id={anchor} className="target:bg-raised">
                <Link
                  href={`${INTERACTIVE_REFERENCE}#${anchor}`}
                  className="group grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 rounded py-1.5 text-sm md:grid-cols-[3.25rem_17rem_minmax(0,1fr)]"
                >
                  <span className={`font-mono text-xs font-medium max-md:order-1 ${METHOD_COLORS[method]}`}>
                    {method}
                  </span>
                  <span className={`truncate group-hover:underline ${LINK}`}>
                    {name.replace(DEPRECATED, "")}
                    {DEPRECATED.test(name) && (
                      <>
                        {" "}
                        <Badge>Deprecated</Badge>
                      </>
                    )}
                  </span>
                  <span
                    title={path}
                    className="font-mono text-xs text-ink-soft max-md:order-2 max-md:col-span-2 md:truncate md:text-[0.8125rem]"
                  >
                    <BreakablePath path={path} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
