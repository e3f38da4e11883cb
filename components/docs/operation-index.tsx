import { Fragment } from "react";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { DEPRECATED, listOperations } from "@/lib/contract/openapi/operation-index";

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

const getId = (prefix: string, title: string) => `${prefix}-${title.toLowerCase().replaceAll(" ", "-")}`;

const JUMP = `inline-flex min-h-11 items-center md:pointer-fine:min-h-7 ${LINK} hover:underline`;

/** Lists every operation by group and tag, with a link to its anchor in the interactive reference. */
export function OperationIndex() {
  const groups = listOperations();
  return (
    <div>
      <nav aria-label="Groups of operations" className="mb-6">
        <ul className="flex flex-wrap gap-x-4 text-sm sm:grid sm:grid-cols-2 sm:gap-y-3 lg:grid-cols-3">
          {groups.map(({ name, tags }) => (
            <li key={name}>
              <a href={`#${getId("group", name)}`} className={`${JUMP} sm:font-semibold`}>
                {name}
              </a>
              <ul className="flex flex-wrap gap-x-3 max-sm:hidden">
                {tags.map(({ title }) => (
                  <li key={title}>
                    <a href={`#${getId("tag", title)}`} className={JUMP}>
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(({ name, tags }) => (
        <section key={name} id={getId("group", name)} className="mt-6">
          <h2 className="mb-2 text-lg font-semibold">{name}</h2>
          {tags.map((tag) => (
            <TagSection key={tag.title} {...tag} />
          ))}
        </section>
      ))}
    </div>
  );
}

type TagSectionProps = ReturnType<typeof listOperations>[number]["tags"][number];

function TagSection({ title, operations }: TagSectionProps) {
  return (
    <section
      id={getId("tag", title)}
      className="border-t border-line pt-3 pb-2 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:py-1.5"
    >
      <h3 className="font-semibold lg:py-1">{title}</h3>
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
  );
}
