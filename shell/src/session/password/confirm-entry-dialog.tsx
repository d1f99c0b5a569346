import { client, messageOf, useSubmit } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';

/** What the user enters, by the name of its field. */
type Entry = Record<string, string>;

interface ConfirmEntryDialogProps {
  /** Of the field. */
  name: string;
  schema: GenericSchema<Entry>;
  title: string;
  description: string;
  /** Shown at the field where the server says nothing of its own. */
  failure: string;
  renderField: (properties: UseFormRegisterReturn & { error: string | undefined }) => ReactNode;
  /** Sends the entry to where it is checked; as a password or a code of an app by default. */
  send?: (input: Entry) => Promise<void>;
  /** Below the field. */
  children?: ReactNode;
  /** Called with true when the server has accepted the entry, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
}

const reauthenticate = (input: Entry) =>
  client.post(apiPaths.reauthenticate(), { json: input }).done();

/** Authenticates again by what the user enters. */
export function ConfirmEntryDialog(props: ConfirmEntryDialogProps) {
  const { name, schema, title, description, failure, renderField, onEnd } = props;
  const { send = reauthenticate, children } = props;
  const form = useForm<Entry>({
    resolver: valibotResolver(schema),
    defaultValues: { [name]: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, {
    send: async (input) => {
      await send(input);
      onEnd(true);
    },
    onFailed: (error) =>
      form.setError(name, { message: messageOf(error, failure) }, { shouldFocus: true }),
  });

  return (
    <FormDialog
      open
      onClose={() => onEnd(false)}
      title={title}
      description={description}
      size="sm"
      submitLabel="Confirm"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      {renderField({ ...form.register(name), error: errors[name]?.message })}
      {children}
    </FormDialog>
  );
}
