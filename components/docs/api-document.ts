import { z } from "zod";

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
export type ApiOperation = z.infer<typeof operation>;
