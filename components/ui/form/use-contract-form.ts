"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { ApiClientError } from "@/lib/client/api-error";

type KeyPath = readonly PropertyKey[];

type ContractFormOptions<Values, Request, Response> = {
  /** The ids of the fields begin with it. */
  id: string;
  defaultValues: Values;
  /** Loads the zod schema of the request on submit, so that zod is not among the first scripts of a page. */
  schema: () => Promise<{
    safeParse: (request: unknown) => { error?: { issues: readonly { path: KeyPath }[] } | undefined };
  }>;
  toRequest: (values: Values) => Request;
  /** Returns the sentence for an invalid value of each field. Fields are named like their part of the request. */
  errors: (values: Values) => Partial<Record<string & keyof Values, string>>;
  send: (request: Request) => Promise<Response>;
  onSuccess?: (response: Response) => void;
};

/** Returns the field to which the path of an error in a request leads. */
const fieldAt = (path: KeyPath, texts: object) => path.map(String).find((name) => name in texts);

/**
 * Connects react-hook-form with the schema of a request. An invalid request is not sent: its fields show their
 * sentences, and the first one gets the focus. An error response that names a field is shown at the field too;
 * `error` is any other error.
 */
export function useContractForm<Values extends FieldValues, Request, Response>({
  id,
  defaultValues,
  ...options
}: ContractFormOptions<Values, Request, Response>) {
  const t = useTranslator();
  const form = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: async (values) => {
      const { error } = (await options.schema()).safeParse(options.toRequest(values));
      if (!error) return { values, errors: {} };
      const texts: Record<string, string | undefined> = options.errors(values);
      const names = error.issues.map(({ path }) => fieldAt(path, texts) ?? Object.keys(texts)[0] ?? "root");
      const found = names.map((name) => [name, { type: "contract", message: texts[name] }]);
      return { values: {}, errors: Object.fromEntries(found) };
    },
  });
  const sendValues = async (values: Values) => {
    try {
      const response = await options.send(options.toRequest(values));
      options.onSuccess?.(response);
    } catch (error) {
      const path = error instanceof ApiClientError && error.details[0]?.path;
      const name = path && fieldAt(path.split("."), options.errors(values));
      if (!name) throw error;
      form.setError(name as Path<Values>, { message: errorText(t, error) }, { shouldFocus: true });
    }
  };
  const sending = useMutation({ mutationFn: () => form.handleSubmit(sendValues)() });
  const getError = (name: Path<Values>) => form.getFieldState(name, form.formState).error?.message ?? null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return {
    ...{ form, error: sending.error, isPending: sending.isPending },
    formProps: { noValidate: true, onSubmit },
    /** Returns the properties of `Field`. */
    field: (name: Path<Values>) => ({ id: `${id}-${name}`, error: getError(name) }),
    /** Returns the properties of the control in the field. */
    control: (name: Path<Values>, rules?: Parameters<typeof form.register>[1]) => ({
      ...{ id: `${id}-${name}`, invalid: getError(name) !== null, ...form.register(name, rules) },
    }),
  };
}
