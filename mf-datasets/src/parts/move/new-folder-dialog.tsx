import { isApiError, messageOf } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { FormMessage, TextField, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { createFolder } from '../../data/moves/moves.api.ts';
import { useRefreshDocuments } from '../use-refresh-documents.ts';

export interface NewFolderDialogProps {
  datasetId: string;
  /** The folder in which it is created; empty for the dataset itself. */
  folder: string;
  onClose: () => void;
}

/** Asks for the name of a new folder, which stays without documents too. */
export function NewFolderDialog({ datasetId, folder, onClose }: NewFolderDialogProps) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);
  const create = useMutation({
    mutationFn: (path: string) => createFolder(organizationId, datasetId, path),
    onSuccess: async ({ path }) => {
      toast.success(`Created folder ${shownName(path)}`);
      await refresh();
      onClose();
    },
  });
  const { error } = create;
  const issue = isApiError(error) ? error.issues?.[0]?.message : undefined;
  const isTaken = isApiError(error) && error.status === 409;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="New folder"
      submitLabel="Create folder"
      submitting={create.isPending}
      busy={create.isPending}
      dirty={name !== ''}
      size="sm"
      onSubmit={() => {
        const typed = name.trim();
        setFault(typed === '' ? 'Name is required' : undefined);
        if (typed !== '') create.mutate(folder === '' ? typed : `${folder}/${typed}`);
      }}
    >
      <TextField
        label="Name"
        autoComplete="off"
        spellCheck={false}
        maxLength={1024}
        value={name}
        hint={folder === '' ? undefined : `In ${shownName(folder)}.`}
        error={fault ?? issue ?? (isTaken ? error.message : undefined)}
        onChange={({ target }) => {
          setName(target.value);
          setFault(undefined);
          create.reset();
        }}
      />
      {error !== null && issue === undefined && !isTaken && (
        <FormMessage>{messageOf(error, 'Failed to create the folder')}</FormMessage>
      )}
    </FormDialog>
  );
}
