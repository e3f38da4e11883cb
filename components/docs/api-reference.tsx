import { z } from "zod";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Column, Table } from "@/components/ui/table";

const schema = z.record(z.string(), z.unknown());

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: schema.optional(),
});

const content = z.record(z.string(), z.object({ schema: schema.optional() }));

const operation = z.object({
  summary: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: content.optional() })),
  security: z.array(schema).optional(),
});

/** As much of our OpenAPI document as its page shows. */
export const apiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

export type ApiDocument = z.infer<typeof apiDocument>;
type ApiOperation = z.infer<typeof operation>;

type Listed = { id: string; method: string; path: string; operation: ApiOperation };

const TONES: Record<string, BadgeTone> = { get: "info", post: "good" };

/** Every operation with its parameters, body and answers, from the OpenAPI document. */
export function ApiReference({ document }: { document: ApiDocument }) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: `${method}${path.replace(/\W+/g, "-")}`,
      method,
      path,
      operation,
    })),
  );
  return (
    <div className="grid gap-6 lg:grid-cols-[18rem_1fr]">
      <nav
        aria-label="Operations"
        className="min-w-0 lg:sticky lg:top-20 lg:max-h-[80dvh] lg:self-start lg:overflow-y-auto"
      >
        <ul className="space-y-1 text-sm">
          {operations.map(({ id, method, path }) => (
            <li key={id}>
              <a href={`#${id}`} className="block rounded px-2 py-1.5 break-all hover:bg-raised">
                <span className="font-mono text-xs text-ink-soft uppercase">{method}</span> {path}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 space-y-6">
        <p className="text-ink-soft">{document.info.description}</p>
        {operations.map((listed) => (
          <Operation key={listed.id} {...listed} />
        ))}
      </div>
    </div>
  );
}

function Operation({ id, method, path, operation }: Listed) {
  const { summary, parameters, requestBody, responses, security } = operation;
  return (
    <Card
      id={id}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={TONES[method] ?? "neutral"}>{method.toUpperCase()}</Badge>
          <span className="font-mono break-all">{path}</span>
        </span>
      }
      aside={security && security.length > 0 ? Object.keys(security[0] ?? {}).join(", ") : "public"}
    >
      <p>{summary}</p>
      {parameters.length > 0 && (
        <div className="mt-3">
          <Table
            caption={`Parameters of ${method} ${path}`}
            columns={PARAMETERS}
            rows={parameters}
            rowKey={({ name }) => name}
          />
        </div>
      )}
      {requestBody && <Schemas title="Body" content={requestBody.content} />}
      {Object.entries(responses).map(([status, response]) =>
        response.content ? (
          <Schemas key={status} title={`${status}: ${response.description}`} content={response.content} />
        ) : (
          <p key={status} className="mt-2 text-sm text-ink-soft">
            {status}: {response.description}
          </p>
        ),
      )}
    </Card>
  );
}

const PARAMETERS: readonly Column<ApiOperation["parameters"][number]>[] = [
  { title: "Parameter", cell: ({ name }) => <code className="font-mono">{name}</code> },
  { title: "In", cell: (parameter) => parameter.in },
  { title: "Required", cell: ({ required }) => (required ? "yes" : "no") },
  {
    title: "Meaning",
    cell: ({ description, schema }) => description ?? String(schema?.description ?? schema?.type ?? ""),
  },
];

type SchemasProps = { title: string; content: NonNullable<ApiOperation["requestBody"]>["content"] };

function Schemas({ title, content }: SchemasProps) {
  return Object.entries(content).map(([type, { schema }]) => (
    <details key={type} className="mt-2 rounded-box border border-line px-3 py-2 text-sm">
      <summary className="min-h-6">
        {title} <span className="text-ink-soft">({type})</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="mt-2 max-h-96 overflow-auto rounded bg-raised p-3 font-mono text-xs">
        {JSON.stringify(schema ?? {}, null, 2)}
      </pre>
    </details>
  ));
}
