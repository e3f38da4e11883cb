import type { ComponentPropsWithRef, ReactNode } from "react";

type FieldProps = {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | null;
  children: ReactNode;
};

const CONTROL =
  "min-h-11 w-full min-w-0 rounded-box border bg-surface px-3 text-[1rem] text-ink shadow-box transition-colors placeholder:text-ink-soft hover:border-ink-soft disabled:cursor-not-allowed disabled:bg-raised disabled:text-ink-soft sm:text-sm md:pointer-fine:min-h-9";

const border = (invalid: unknown) => (invalid ? "border-danger" : "border-line-strong");

/** A control with its label, a hint and an error. `id` connects these parts. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldNote {...{ id, hint, error }} />
    </div>
  );
}

/** The error of a field or of a group of fields, or its hint without an error. */
export function FieldNote({ id, hint, error }: Pick<FieldProps, "id" | "hint" | "error">) {
  if (!error && !hint) return null;
  return (
    <p id={`${id}-note`} className={`mt-1.5 text-sm ${error ? "text-danger" : "text-ink-soft"}`}>
      {error || hint}
    </p>
  );
}

type InputProps = ComponentPropsWithRef<"input"> & { id: string; invalid?: boolean };

export function Input({ invalid, className = "", ...rest }: InputProps) {
  return (
    <input
      {...rest}
      aria-invalid={invalid || undefined}
      aria-describedby={`${rest.id}-note`}
      className={`${CONTROL} ${border(invalid)} ${className}`}
    />
  );
}

type TextAreaProps = ComponentPropsWithRef<"textarea"> & { id: string; invalid?: boolean };

/** An input for text of several lines. */
export function TextArea({ invalid, className = "", ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={3}
      {...rest}
      aria-invalid={invalid || undefined}
      aria-describedby={`${rest.id}-note`}
      className={`${CONTROL} py-2 ${border(invalid)} ${className}`}
    />
  );
}

/** An input for an address or a part of one, without autocomplete and spell check. */
export function AddressInput(props: InputProps) {
  return <Input {...props} autoComplete="off" spellCheck={false} />;
}

type SelectProps = ComponentPropsWithRef<"select"> & {
  id: string;
  invalid?: boolean;
  options: readonly { value: string; label: string }[];
};

export function Select({ options, invalid, className = "", ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      aria-invalid={invalid || undefined}
      aria-describedby={`${rest.id}-note`}
      className={`${CONTROL} ${border(invalid)} ${className}`}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

type CheckboxProps = ComponentPropsWithRef<"input"> & { id: string; label: string; hint?: ReactNode };

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  return (
    <div className="flex items-start gap-3">
      <input type="checkbox" {...rest} className="mt-1 size-5 shrink-0 accent-accent" />
      <div className="min-w-0">
        <label htmlFor={rest.id} className="text-sm font-medium">
          {label}
        </label>
        {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      </div>
    </div>
  );
}

type CheckboxGroupProps = Omit<CheckboxProps, "hint"> &
  Pick<SelectProps, "options" | "invalid"> & { error?: string | null };

/** Checkboxes of one list with a title, and the error of the list. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { id, label, options, invalid, error, className = "grid gap-3 sm:grid-cols-2", ...rest } = props;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className={className}>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            {...rest}
            {...{ value, label, id: `${id}-${value}` }}
            aria-invalid={invalid || undefined}
            aria-describedby={invalid ? `${id}-note` : undefined}
          />
        ))}
      </div>
      <FieldNote {...{ id, error }} />
    </fieldset>
  );
}
