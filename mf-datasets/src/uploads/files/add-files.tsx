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

function AddFilesButton(props: AddFilesProps) {
  const { dialog, open, add } = useAddFiles(props);
  const isOver = usePageDrop((transfer) => {
    add(sourceOfDrop(transfer));
    open();
  });
  const { folder } = props;
  return (
    <>
      <Button onClick={open} onPointerEnter={LazyAddFilesDialog.preload}>
        <FilePlus size={16} aria-hidden />
        Add files
      </Button>
      {isOver && dialog === null && (
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
      {dialog}
    </>
  );
}

/** The same dialog for the top folder, offered where there is nothing yet. The page takes the drops. */
export function ChooseFilesToAdd({ datasetId }: Pick<AddFilesProps, 'datasetId'>) {
  const { dialog, open } = useAddFiles({ datasetId, folder: '' });
  return (
    <>
      <Button variant="primary" onClick={open} onPointerEnter={LazyAddFilesDialog.preload}>
        <FilePlus size={16} aria-hidden />
        Choose files
      </Button>
      {dialog}
    </>
  );
}

/** Returns the dialog, which is null until it is opened, and how to give it files. */
function useAddFiles({ datasetId, folder }: AddFilesProps) {
  const [isOpen, setOpen] = useState(false);
  const [sources, setSources] = useState<readonly FileSource[]>([]);
  const add = (source: FileSource) => setSources((earlier) => [...earlier, source]);
  const dialog = isOpen ? (
    <LazyAddFilesDialog
      datasetId={datasetId}
      folder={folder}
      sources={sources}
      onAdd={add}
      onClear={() => setSources([])}
      onClose={() => setOpen(false)}
    />
  ) : null;
  return { dialog, open: () => setOpen(true), add };
}
