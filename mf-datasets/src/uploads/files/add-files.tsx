import { shownName } from '@carrel/shared/contract';
import { Button, Flex } from '@carrel/shared/ui';
import { FilePlus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { sourceOfDrop } from './file-source.ts';
import type { FileSource } from './file-source.ts';
import { LazyAddFilesDialog } from './lazy-add-files-dialog.ts';
import { usePageDrop } from '../use-page-drop.ts';

/** The dialog that adds files to a folder. */
interface AddingFiles {
  /** Null until it is opened. */
  dialog: ReactNode;
  open: () => void;
  add: (source: FileSource) => void;
}

export interface AddFilesProps {
  /** The path of the folder that is open; empty for the top. */
  folder: string;
  adding: AddingFiles;
}

/** Returns the dialog of a page, for its button, its drops and an empty dataset. */
export function useAddFiles(datasetId: string, folder: string): AddingFiles {
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

/** Opens the dialog by a button and by a drop anywhere on the page, for those who may edit. */
export function AddFiles(props: AddFilesProps) {
  return useMayEditDataset() ? <AddFilesButton {...props} /> : null;
}

function AddFilesButton({ folder, adding: { dialog, open, add } }: AddFilesProps) {
  const isOver = usePageDrop((transfer) => {
    add(sourceOfDrop(transfer));
    open();
  });
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

/** Opens the same dialog where there is nothing yet. */
export function ChooseFilesToAdd({ onOpen }: { onOpen: () => void }) {
  return (
    <Button variant="primary" onClick={onOpen} onPointerEnter={LazyAddFilesDialog.preload}>
      <FilePlus size={16} aria-hidden />
      Choose files
    </Button>
  );
}
