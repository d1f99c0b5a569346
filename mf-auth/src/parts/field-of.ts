import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** Returns the properties of a field: its registration and its error. */
export function fieldOf<Values extends FieldValues, Output>(
  { formState, register }: UseFormReturn<Values, unknown, Output>,
  name: Path<Values>,
  options?: RegisterOptions<Values>,
) {
  const error = formState.errors[name]?.message as string | undefined;
  return { error, ...register(name, options) };
}
