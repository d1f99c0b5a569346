import { messageOf } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import type { TakenRule } from '@carrel/shared/contract';
import { FormMessage } from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { useMemo, useState } from 'react';

import { documentCount } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { moveInputs, splitPath } from '../../data/moves/move-inputs.ts';
import { useDebouncedValue } from '../use-debounced-value.ts';
import { FolderChooser } from './folder-chooser.tsx';
import { MovePlanSummary } from './move-plan-summary.tsx';
import { useMoveDocuments } from './use-move-documents.ts';
import { PLAN_DEBOUNCE_MS, useMovePlan } from './use-move-plan.ts';

export interface MoveDialogProps {
  datasetId: string;
  chosen: ChosenDocuments;
  /** Where they were dropped; by default, the folder that they are in is shown. */
  to?: string | undefined;
  onClose: () => void;
  /** They are moved. */
  onDone: () => void;
}

const TAKEN = [
  { value: 'skip', label: 'Leave the document where it is' },
  { value: 'number', label: 'Keep both, with a number in the name' },
] as const;

const NOT_AT_ONCE =
  'All that is in a folder cannot go to the top folder at once. Select what is in it instead.';

/** Asks into which folder documents and folders are moved, and says what that does. */
export function MoveDialog({ datasetId, chosen, to, onClose, onDone }: MoveDialogProps) {
  const [path, setPath] = useState(to ?? chosen.folder ?? splitPath(chosen.path ?? '').folder);
  const [taken, setTaken] = useState<TakenRule>('skip');
  const target = trimmed(useDebouncedValue(path, PLAN_DEBOUNCE_MS));
  const inputs = useMemo(() => moveInputs(chosen, target, taken), [chosen, target, taken]);
  const { plan, isFresh, reading, error, again } = useMovePlan(datasetId, inputs);
  const move = useMoveDocuments(datasetId);
  const excluded = useMemo(() => new Set(chosen.selections.flatMap(foldersOf)), [chosen]);

  const isSettled = trimmed(path) === target;
  const isSomething = plan !== undefined && plan.documents + plan.folders > 0;
  const submit = () => {
    if (inputs === undefined) return;
    move.mutate(
      {
        inputs,
        plans: plan?.plans,
        done: (documents) => doneText(chosen, documents, target),
      },
      { onSuccess: onDone, onError: again },
    );
  };
  const title =
    chosen.path === undefined ? 'Move' : `Move ${shownName(splitPath(chosen.path).name)}`;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      submitLabel={trimmed(path) === '' ? 'Move to the top folder' : 'Move here'}
      onSubmit={submit}
      submitting={move.isPending}
      busy={move.isPending}
      disabled={!isSettled || !isFresh || !isSomething}
    >
      <FolderChooser
        datasetId={datasetId}
        path={path}
        settled={target}
        excluded={excluded}
        onChange={setPath}
      />
      {(taken === 'number' || (plan !== undefined && plan.taken > 0)) && (
        <SelectField
          label="Where a path is taken"
          options={TAKEN}
          value={taken}
          onChange={({ target: { value } }) => setTaken(value === 'number' ? 'number' : 'skip')}
        />
      )}
      <MovePlanSummary plan={plan} reading={reading || !isSettled} verb="moved" />
      <FormMessage>
        {inputs === undefined
          ? NOT_AT_ONCE
          : move.error !== null
            ? messageOf(move.error, 'Failed to move documents')
            : error !== null && isSettled
              ? messageOf(error, 'Failed to plan the move')
              : undefined}
      </FormMessage>
    </FormDialog>
  );
}

const trimmed = (path: string) => path.trim().replace(/^\/+|\/+$/g, '');

const foldersOf = (selection: ChosenDocuments['selections'][number]): readonly string[] =>
  'folders' in selection ? selection.folders : 'folder' in selection ? [selection.folder] : [];

function doneText(chosen: ChosenDocuments, documents: number, to: string): string {
  const what =
    chosen.path !== undefined
      ? shownName(splitPath(chosen.path).name)
      : documents === 0
        ? 'folders'
        : lowered(documentCount(documents));
  return `Moved ${what} to ${to === '' ? 'the top folder' : shownName(to)}`;
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
