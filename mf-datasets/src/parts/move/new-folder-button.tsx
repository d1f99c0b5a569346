import { Button, IconButton } from '@carrel/shared/ui';
import { useIsNarrow } from '@carrel/shared/ui/signed-in';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';

import { LazyMoveDialogs } from './lazy-move-dialogs.ts';

interface NewFolderButtonProps {
  datasetId: string;
  /** The folder in which it is created; empty for the dataset itself. */
  folder: string;
}

/** Creates a folder, which stays without documents too. */
export function NewFolderButton({ datasetId, folder }: NewFolderButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useIsNarrow();
  const open = () => setOpen(true);
  return (
    <>
      {isNarrow ? (
        <IconButton label="New folder" variant="secondary" size="sm" onClick={open}>
          <FolderPlus size={16} aria-hidden />
        </IconButton>
      ) : (
        <Button size="sm" onClick={open}>
          <FolderPlus size={14} aria-hidden />
          New folder
        </Button>
      )}
      {isOpen && (
        <LazyMoveDialogs
          dialog="new-folder"
          datasetId={datasetId}
          folder={folder}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
