import { MoveDialog } from './move-dialog.tsx';
import type { MoveDialogProps } from './move-dialog.tsx';
import { NewFolderDialog } from './new-folder-dialog.tsx';
import type { NewFolderDialogProps } from './new-folder-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import type { RenameDialogProps } from './rename-dialog.tsx';

export type MoveDialogsProps =
  | ({ dialog: 'move' } & MoveDialogProps)
  | ({ dialog: 'rename' } & RenameDialogProps)
  | ({ dialog: 'new-folder' } & NewFolderDialogProps);

/** The dialogs that change where documents and folders are, whose code is loaded as one. */
export function MoveDialogs(props: MoveDialogsProps) {
  if (props.dialog === 'move') return <MoveDialog {...props} />;
  if (props.dialog === 'rename') return <RenameDialog {...props} />;
  return <NewFolderDialog {...props} />;
}
