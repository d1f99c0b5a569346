import { Button, Flex, Text, VisuallyHidden } from '@carrel/shared/ui';
import { useRef } from 'react';
import type { ChangeEvent } from 'react';

import { sourceOfFiles, sourceOfFolder } from './file-source.ts';
import type { FileSource } from './file-source.ts';

/** The browser's picker of folders, where it has one: it asks no question of its own. */
interface DirectoryPicker {
  showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle>;
}

/** React's types do not know it. */
const WHOLE_FOLDER = { webkitdirectory: '' };

interface ChooseFilesProps {
  disabled: boolean;
  onAdd: (source: FileSource) => void;
}

/** Lets a person choose files or a folder; drops are taken by the page. */
export function ChooseFiles({ disabled, onAdd }: ChooseFilesProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files !== null && target.files.length > 0) onAdd(sourceOfFiles(target.files));
    // The same files can be chosen again.
    target.value = '';
  };
  const chooseFolder = async () => {
    const { showDirectoryPicker } = globalThis as DirectoryPicker;
    if (showDirectoryPicker === undefined) {
      folder.current?.click();
      return;
    }
    try {
      onAdd(sourceOfFolder(await showDirectoryPicker()));
    } catch (error) {
      // The person closed the picker. What else it refuses, the input may take.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') folder.current?.click();
    }
  };

  return (
    <Flex
      as="fieldset"
      aria-label="Files to add"
      direction="column"
      align="center"
      gap="3"
      p="5"
      borderWidth="1px"
      borderStyle="dashed"
      borderRadius="md"
      borderColor="border.strong"
      bg="bg.canvas"
    >
      <Text color="fg.muted">Drop files or folders here, or</Text>
      <Flex gap="2" wrap="wrap" justify="center">
        <Button disabled={disabled} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        <Button disabled={disabled} onClick={() => void chooseFolder()}>
          Choose a folder
        </Button>
      </Flex>
      <VisuallyHidden>
        <input
          ref={files}
          type="file"
          multiple
          aria-label="Files"
          tabIndex={-1}
          disabled={disabled}
          onChange={take}
        />
        <input
          ref={folder}
          type="file"
          {...WHOLE_FOLDER}
          aria-label="Folder"
          tabIndex={-1}
          disabled={disabled}
          onChange={take}
        />
      </VisuallyHidden>
    </Flex>
  );
}
