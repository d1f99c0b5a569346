import { useCommands } from '@carrel/shared/shell';
import { useState } from 'react';
import type { ReactNode } from 'react';

import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { useMayEditDataset } from '../use-may-edit-dataset.ts';
import { LazyMoveDialogs } from './lazy-move-dialogs.ts';

interface MoveKeysOptions<Entry> {
  datasetId: string;
  /** What is selected; undefined where nothing is. */
  selected: () => ChosenDocuments | undefined;
  chosenOf: (entry: Entry) => ChosenDocuments & { path: string };
  onDone: () => void;
}

interface MoveKeys<Entry> {
  onRename: ((entry: Entry, moves: boolean) => void) | undefined;
  /** Opens the dialog that moves documents, such as where they were dropped. */
  move: (chosen: ChosenDocuments, to?: string) => void;
  dialog: ReactNode;
  /** Where the entry is that was renamed last. */
  renamed: { path: string } | null;
}

/** Returns what F2 does in a list: it renames an entry; with Shift, it moves what is selected, or the entry. */
export function useMoveKeys<Entry>(options: MoveKeysOptions<Entry>): MoveKeys<Entry> {
  const { datasetId, selected, chosenOf, onDone } = options;
  const mayEdit = useMayEditDataset();
  const [renaming, setRenaming] = useState<(ChosenDocuments & { path: string }) | null>(null);
  const [renamed, setRenamed] = useState<{ path: string } | null>(null);
  const [moved, setMoved] = useState<{ chosen: ChosenDocuments; to?: string | undefined } | null>(
    null,
  );
  useCommands(mayEdit ? KEYS : []);
  const close = () => {
    setRenaming(null);
    setMoved(null);
  };
  const done = () => {
    close();
    onDone();
  };
  const common = { datasetId, onClose: close, onDone: done };
  return {
    onRename: mayEdit
      ? (entry, moves) => {
          if (moves) setMoved({ chosen: selected() ?? chosenOf(entry) });
          else setRenaming(chosenOf(entry));
        }
      : undefined,
    renamed,
    move: (chosen, to) => setMoved({ chosen, to }),
    dialog:
      renaming !== null ? (
        <LazyMoveDialogs
          dialog="rename"
          chosen={renaming}
          {...common}
          onDone={(path) => {
            setRenamed({ path });
            done();
          }}
        />
      ) : moved !== null ? (
        <LazyMoveDialogs dialog="move" {...moved} {...common} />
      ) : null,
  };
}

/** The list handles them; `?` says what they do. */
const KEYS = [
  { id: 'rename-in-list', label: 'Rename', group: 'This screen', keys: 'F2', keyOnly: true },
  { id: 'move-in-list', label: 'Move', group: 'This screen', keys: 'Shift+F2', keyOnly: true },
] as const;
