import { shownName } from '@carrel/shared/contract';
import { useMayEdit } from '@carrel/shared/shell';
import { Button, Flex } from '@carrel/shared/ui';
import { FilePlus } from 'lucide-react';
import { useState } from 'react';

import { sourceOfDrop } from './file-source.ts';
import type { FileSource } from './file-source.ts';
import { LazyAddFilesDialog } from './lazy-add-files-dialog.ts';
import { usePageDrop } from '../use-page-drop.ts';

interface AddFilesProps {
  datasetId: string;
  /** The path of the folder that is open; empty for the top. */
  folder: string;
}

/** Opens the dialog that adds files to the open folder, by a button and by a drop anywhere on the page. */
export function AddFiles(props: AddFilesProps) {
  return useMayEdit() ? <AddFilesButton {...props} /> : null;
}

function AddFilesButton({ datasetId, folder }: AddFilesProps) {
  const [isOpen, setOpen] = useState(false);
  const [sources, setSources] = useState<readonly FileSource[]>([]);
  const add = (source: FileSource) => setSources((earlier) => [...earlier, source]);
  const isOver = usePageDrop((transfer) => {
    add(sourceOfDrop(transfer));
    setOpen(true);
  });
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={LazyAddFilesDialog.preload}>
        <FilePlus size={16} aria-hidden />
        Add files
      </Button>
      {isOver && !isOpen && (
        <Flex
          position="fixed"
          insetX="0"
          bottom="6"
          zIndex="1"
          justify="center"
          pointerEvents="none"
        >
          <Flex
            bg="accent"
            color="accent.contrast"
            borderRadius="full"
            px="4"
            py="2"
            fontWeight="medium"
          >
            {`Drop to add to ${folder === '' ? 'the top folder' : shownName(folder)}`}
          </Flex>
        </Flex>
      )}
      {isOpen && (
        <LazyAddFilesDialog
          datasetId={datasetId}
          folder={folder}
          sources={sources}
          onAdd={add}
          onClear={() => setSources([])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
