import { METADATA_MAX } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { FormMessage, TextAreaField, TextField, toast } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';

import { documentCount } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { failureText, faultOf } from './metadata-fault.ts';
import type { MetadataFault } from './metadata-fault.ts';
import { metadataKeysQuery } from '../../data/metadata.queries.ts';
import { useEditMetadata } from './use-edit-metadata.ts';
import { typedValue } from './value-text.ts';

interface EditMetadataDialogProps {
  datasetId: string;
  chosen: ChosenDocuments;
  onClose: () => void;
  /** The server has accepted it. */
  onDone: () => void;
}

const ACTIONS = [
  { value: 'set', label: 'Set a key' },
  { value: 'remove', label: 'Remove a key' },
  { value: 'reset', label: 'Reset a key to what the file says' },
] as const;

type Action = (typeof ACTIONS)[number]['value'];

const HINTS: Record<Action, string> = {
  set: 'Every document gets the key with this value.',
  remove: 'Documents that have the key lose it.',
  reset: 'What was edited under the key is discarded.',
};

/** Sets, removes or resets one key of many documents. */
export function EditMetadataDialog(props: EditMetadataDialogProps) {
  const { datasetId, chosen, onClose, onDone } = props;
  const { data } = useQuery(metadataKeysQuery(useOrganizationId(), datasetId));
  const edit = useEditMetadata(datasetId);
  const [action, setAction] = useState<Action>('set');
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<MetadataFault & { form?: string }>();
  const keyField = useRef<HTMLInputElement>(null);
  const valueField = useRef<HTMLTextAreaElement>(null);
  const lists = useId();

  const submit = () => {
    const name = key.trim();
    const value = typedValue(text);
    const wrong = faultOf(name, action === 'set' ? value : undefined);
    setFault(wrong);
    if (wrong !== undefined) {
      (wrong.key === undefined ? valueField : keyField).current?.focus();
      return;
    }
    const change = action === 'set' ? { set: { [name]: value } } : { [action]: [name] };
    edit.mutate(
      { selections: chosen.selections, ...change },
      {
        onSuccess: ({ changed, skipped }) => {
          if (skipped > 0) toast.error(skippedText(skipped));
          if (changed > 0) toast.success(`Changed the metadata of ${documentCount(changed)}`);
          else if (skipped === 0) toast.info('No document had to be changed');
          onDone();
        },
        onError: (error) => setFault({ form: failureText(error) }),
      },
    );
  };

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Edit metadata"
      description={`${documentCount(chosen.count, chosen.isMore)} will be changed.`}
      submitLabel={action === 'set' ? 'Set' : action === 'remove' ? 'Remove' : 'Reset'}
      onSubmit={submit}
      submitting={edit.isPending}
      dirty={key !== '' || text !== ''}
      size="sm"
    >
      <SelectField
        label="Change"
        options={ACTIONS}
        value={action}
        hint={HINTS[action]}
        onChange={({ target }) =>
          setAction(ACTIONS.find(({ value }) => value === target.value)?.value ?? 'set')
        }
      />
      <TextField
        ref={keyField}
        label="Key"
        list={lists}
        value={key}
        maxLength={METADATA_MAX.key}
        autoComplete="off"
        spellCheck={false}
        error={fault?.key}
        onChange={({ target }) => setKey(target.value)}
      />
      <datalist id={lists}>
        {data?.keys.map((known) => (
          <option key={known.key}>{known.key}</option>
        ))}
      </datalist>
      {action === 'set' && (
        <TextAreaField
          ref={valueField}
          label="Value"
          rows={2}
          hint="Several lines are a list."
          value={text}
          error={fault?.value}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {fault?.form !== undefined && <FormMessage>{fault.form}</FormMessage>}
    </FormDialog>
  );
}

const skippedText = (skipped: number) =>
  `${documentCount(skipped)} would have more metadata than a document can have, and stayed as before.`;
