import { useState } from 'react';
import type { BaseSyntheticEvent } from 'react';
import * as v from 'valibot';

type Values = Record<string, string>;
type Errors<Name extends string> = Partial<Record<Name, string>>;
type FormSchema = v.GenericSchema<Values, Values>;

/** What the schema says of some values: what it makes of them, or what is wrong, a sentence a field. */
function judge<Schema extends FormSchema>(schema: Schema, values: Values) {
  const { success, output, issues = [] } = v.safeParse(schema, values);
  const errors: Errors<string> = {};
  if (success) return { output, errors };
  for (const issue of issues) {
    const name = v.getDotPath(issue);
    if (name !== null) errors[name] ??= issue.message;
  }
  return { output: undefined, errors };
}

/** The fields of one form, which hold their values themselves. */
class Fields<Name extends string> {
  readonly #defaults: Record<Name, string>;
  readonly #elements = new Map<Name, HTMLInputElement>();
  readonly #refs = new Map<Name, (element: HTMLInputElement | null) => void>();

  constructor(defaults: Record<Name, string>) {
    this.#defaults = defaults;
  }

  /** The same for the same field at every render, so that React leaves it alone. */
  refOf(name: Name): (element: HTMLInputElement | null) => void {
    const known = this.#refs.get(name);
    if (known !== undefined) return known;
    const ref = (element: HTMLInputElement | null) => {
      if (element === null) this.#elements.delete(name);
      else this.#elements.set(name, element);
    };
    this.#refs.set(name, ref);
    return ref;
  }

  values(): Record<Name, string> {
    const typed = [...this.#elements].map(([name, { value }]) => [name, value]);
    return { ...this.#defaults, ...Object.fromEntries(typed) };
  }

  /** Goes to the first field, as they stand in the form, that has an error. */
  focusFirst(errors: Errors<string>): void {
    for (const [name, element] of this.#elements) {
      if (errors[name] === undefined) continue;
      element.focus();
      return;
    }
  }
}

/**
 * A form of text fields that a guest fills in, held to a schema when it is sent, and at every change
 * after that. It does what these screens need of a form library, which is a tenth of the script that
 * somebody waits for before they can sign in.
 *
 * @example
 * const form = useGuestForm(loginInputSchema, { email_address: '', password: '' });
 * <TextField label="Email" error={form.errors.email_address} {...form.register('email_address')} />
 */
export function useGuestForm<Schema extends FormSchema>(
  schema: Schema,
  defaults: v.InferInput<Schema>,
) {
  type Name = keyof v.InferInput<Schema> & string;
  const [fields] = useState(() => new Fields<Name>(defaults as Record<Name, string>));
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [wasSent, setWasSent] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);

  const check = (names: readonly Name[]) => {
    const found = judge(schema, fields.values()).errors;
    setErrors((before) => {
      const after: Errors<string> = { ...before };
      for (const name of names) {
        delete after[name];
        if (found[name] !== undefined) after[name] = found[name];
      }
      return after;
    });
  };

  return {
    errors,
    isSubmitting,
    getValues: () => fields.values(),
    setError: (
      name: Name,
      { message = '' }: { message?: string },
      { shouldFocus = false }: { shouldFocus?: boolean } = {},
    ) => {
      setErrors((before) => ({ ...before, [name]: message }));
      if (shouldFocus) fields.focusFirst({ [name]: message });
    },
    /** Spread onto a field; `checks` are others that its value decides about. */
    register: (name: Name, { checks = [] }: { checks?: readonly Name[] } = {}) => ({
      name,
      ref: fields.refOf(name),
      onChange: () => {
        if (wasSent) check([name, ...checks]);
      },
    }),
    handleSubmit:
      (send: (output: v.InferOutput<Schema>) => Promise<void>) =>
      async (event?: BaseSyntheticEvent): Promise<void> => {
        event?.preventDefault();
        const { output, errors: found } = judge(schema, fields.values());
        setWasSent(true);
        setErrors(found);
        if (output === undefined) {
          fields.focusFirst(found);
          return;
        }
        setSubmitting(true);
        try {
          await send(output);
        } finally {
          setSubmitting(false);
        }
      },
  };
}
