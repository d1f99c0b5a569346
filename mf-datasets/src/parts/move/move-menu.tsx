import { IconButton } from '@carrel/shared/ui';
import { Menu } from '@carrel/shared/ui/signed-in';
import { Ellipsis, FolderInput, PenLine } from 'lucide-react';
import { useMemo, useState } from 'react';

import { documentsChosen } from '../../data/chosen-documents.ts';
import { LazyMoveDialogs } from './lazy-move-dialogs.ts';

interface MoveMenuProps {
  datasetId: string;
  document: { id: string; name: string; path: string };
}

/** The menu of one document, which renames and moves it. */
export function MoveMenu({ datasetId, document: { id, name, path } }: MoveMenuProps) {
  const [dialog, setDialog] = useState<'move' | 'rename' | null>(null);
  const chosen = useMemo(() => ({ ...documentsChosen([id], name), path }), [id, name, path]);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        label="More"
        items={[
          {
            label: 'Rename…',
            icon: <PenLine size={14} aria-hidden />,
            onSelect: () => setDialog('rename'),
          },
          {
            label: 'Move…',
            icon: <FolderInput size={14} aria-hidden />,
            onSelect: () => setDialog('move'),
          },
        ]}
        trigger={
          <IconButton label="More">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      />
      {dialog !== null && (
        <LazyMoveDialogs
          dialog={dialog}
          datasetId={datasetId}
          chosen={chosen}
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}
