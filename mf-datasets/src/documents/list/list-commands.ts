import { useCommands } from '@carrel/shared/shell';

import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';

const key = (keys: string, label: string) =>
  ({ id: `list ${keys}`, label, group: 'This screen', keys, keyOnly: true }) as const;

const OF_EVERYBODY = [key('Shift+F10', 'Actions')];
const OF_EDITORS = [...OF_EVERYBODY, key('F2', 'Rename'), key('Shift+F2', 'Move')];

/** Has `?` say what keys of a list do, which the list handles. */
export function useListCommands(): void {
  useCommands(useMayEditDataset() ? OF_EDITORS : OF_EVERYBODY);
}
