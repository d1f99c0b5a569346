import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import type { GenericSchema } from 'valibot';

interface Values {
  name: string;
  description?: string | undefined;
}

interface Described {
  name: string;
  description?: string | null | undefined;
}

/** Returns the form of a name and a description, and what `DescriptionFormDialog` takes from it. */
export function useDescriptionForm(schema: GenericSchema<Values>, before?: Described) {
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { name: before?.name ?? '', description: before?.description ?? '' },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  return {
    form,
    fields: {
      submitting: isSubmitting,
      dirty: isDirty,
      name: { error: errors.name?.message, ...form.register('name') },
      description: { error: errors.description?.message, ...form.register('description') },
    },
  };
}

/** Returns what a form sends for something new: an empty description is left out. */
export function newDescription({ name, description = '' }: Values) {
  return description === '' ? { name } : { name, description };
}

/**
 * Returns what a form sends for a change: an empty description is left out, unless there was one before, which
 * null removes.
 */
export function changedDescription(before: Described, { name, description = '' }: Values) {
  if (description !== '') return { name, description };
  return (before.description ?? '') === '' ? { name } : { name, description: null };
}
