import { isApiError, messageOf } from '@carrel/shared/api';
import { documentEnding, shownName } from '@carrel/shared/contract';
import { FormMessage, TextField } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMemo, useState } from 'react';
import type { FocusEvent } from 'react';

import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { renameInput, splitPath } from '../../data/moves/move-inputs.ts';
import { useDebouncedValue } from '../use-debounced-value.ts';
import { MovePlanSummary } from './move-plan-summary.tsx';
import { useMoveDocuments } from './use-move-documents.ts';
import { PLAN_DEBOUNCE_MS, useMovePlan } from './use-move-plan.ts';

export interface RenameDialogProps {
  datasetId: string;
  /** One document or folder. */
  chosen: ChosenDocuments & { path: string };
  onClose: () => void;
  /** It is renamed, and has this path. */
  onDone: (path: string) => void;
}

/** Asks for another name of a document or folder, and says what is there already. */
export function RenameDialog({ datasetId, chosen, onClose, onDone }: RenameDialogProps) {
  const { folder, name: before } = splitPath(chosen.path);
  const isFolder = chosen.selections.some((selection) => 'folders' in selection);
  const [name, setName] = useState(before);
  const settled = useDebouncedValue(name, PLAN_DEBOUNCE_MS).trim();
  const isName = settled !== '' && settled !== before && !/[/\\]/.test(settled);
  const inputs = useMemo(() => {
    const input = isName ? renameInput(chosen, settled) : undefined;
    return input === undefined ? undefined : [input];
  }, [chosen, isName, settled]);
  const { plan, isFresh, reading, error, again } = useMovePlan(datasetId, inputs);
  const rename = useMoveDocuments(datasetId);

  const isSettled = name.trim() === settled;
  const isDone = plan !== undefined && plan.documents + plan.folders > 0;
  const [obstacle] = plan?.obstacles ?? [];
  const fault = faultOf(settled);
  const issue = isApiError(error) ? error.issues?.[0]?.message : undefined;
  const taken = !isFolder && isFresh ? obstacle?.reason : undefined;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isFolder ? 'Rename folder' : 'Rename document'}
      submitLabel="Rename"
      submitting={rename.isPending}
      busy={rename.isPending}
      dirty={name !== before}
      size="sm"
      disabled={!isSettled || !isFresh || !isDone}
      onSubmit={() => {
        if (inputs === undefined) return;
        rename.mutate(
          {
            inputs,
            plans: plan?.plans,
            done: () => `Renamed ${shownName(before)} to ${shownName(settled)}`,
          },
          {
            onSuccess: () =>
              onDone(`${folder === '' ? '' : `${folder}/`}${settled.normalize('NFC')}`),
            onError: again,
          },
        );
      }}
    >
      <TextField
        label="Name"
        autoComplete="off"
        spellCheck={false}
        maxLength={1024}
        value={name}
        error={isSettled ? (fault ?? issue ?? taken) : undefined}
        hint={endingNote(isFolder, before, settled)}
        onChange={({ target }) => setName(target.value)}
        onFocus={(event: FocusEvent<HTMLInputElement>) => selectName(event.target, isFolder)}
      />
      {isName && taken === undefined && issue === undefined && (
        <MovePlanSummary plan={plan} reading={reading || !isSettled} verb="renamed" />
      )}
      <FormMessage>
        {rename.error !== null
          ? messageOf(rename.error, 'Failed to rename')
          : error !== null && issue === undefined
            ? messageOf(error, 'Failed to plan the renaming')
            : undefined}
      </FormMessage>
    </FormDialog>
  );
}

/** Selects the name without its ending, which stays nearly always. */
function selectName(field: HTMLInputElement, isFolder: boolean): void {
  const ending = isFolder ? '' : documentEnding(field.value);
  const end = ending === '' ? field.value.length : field.value.length - ending.length - 1;
  field.setSelectionRange(0, end);
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'Name is required';
  return /[/\\]/.test(name) ? 'Name must not have a slash in it' : undefined;
}

function endingNote(isFolder: boolean, before: string, name: string): string | undefined {
  if (isFolder || name === '' || documentEnding(before) === documentEnding(name)) return undefined;
  return 'The ending says of what kind a document is. With another one, it is read differently.';
}
