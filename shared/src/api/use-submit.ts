import { useRef } from 'react';
import type { BaseSyntheticEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

import { isApiError } from './api-error.ts';

export interface Submission<Output> {
  /** Returns a question about the field `name`, which is shown once before the input is sent. */
  askAboutName?: (input: Output) => string | undefined;
  /** Sends the parsed input, and does what follows success. */
  send: (input: Output) => Promise<unknown>;
  /** Called with a failure that no field of the form can show. */
  onFailed: (error: unknown) => void;
  /** Returns the field that shows the issue at a path; by default the first name of the path. */
  fieldOf?: (path: string) => string;
  /** For a form that may be sent again after success; any other stays locked until it is unmounted. */
  staysOpen?: boolean;
}

/**
 * Returns a form's submit handler: one request at a time, however often the button is pressed. The
 * issues of a 422 are shown at their fields, every other failure goes to `onFailed`; the input stays.
 */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { askAboutName, send, onFailed, fieldOf = firstName, staysOpen = false }: Submission<Output>,
): (event?: BaseSyntheticEvent) => Promise<void> {
  const locked = useRef(false);
  const asked = useRef<unknown>(undefined);

  return async (event) => {
    event?.preventDefault();
    if (locked.current) return;
    locked.current = true;
    let sent = false;
    try {
      await form.handleSubmit(async (input) => {
        const question = askAboutName?.(input);
        const name: unknown = form.getValues('name' as Path<Values>);
        if (question !== undefined && asked.current !== name) {
          asked.current = name;
          form.setError('name' as Path<Values>, { message: question }, { shouldFocus: true });
          return;
        }
        try {
          await send(input);
          sent = true;
        } catch (error) {
          if (!showIssues(form, error, fieldOf)) onFailed(error);
        }
      })(event);
    } finally {
      locked.current = sent && !staysOpen;
    }
  };
}

const firstName = (path: string): string => path.split('.', 1)[0] ?? path;

/**
 * Shows each issue at its field; one whose path is deeper than a field belongs to that field. Returns false when the
 * error names no field of this form, and has to be shown elsewhere.
 */
function showIssues<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fieldOf: (path: string) => string,
): boolean {
  if (!isApiError(error) || error.status !== 422) return false;
  const fields = Object.keys(form.getValues());
  const issues = (error.issues ?? [])
    .map(({ path, message }) => ({ path: fieldOf(path), message }))
    .filter(({ path }) => fields.includes(path));
  for (const [index, { path, message }] of issues.entries()) {
    form.setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return issues.length > 0;
}
