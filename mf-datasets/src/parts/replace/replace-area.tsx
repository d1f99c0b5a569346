import { Box, Flex, Text } from '@carrel/shared/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useMayEditDataset } from '../use-may-edit-dataset.ts';
import { useFileDrop } from './file-drop.ts';
import { LazyReplaceDialog } from './lazy-replace-dialog.ts';

interface ReplaceAreaProps {
  datasetId: string;
  document: { id: string; name: string };
  /** Gets a function that takes a file; undefined for those who may not replace the document. */
  children: (onFile: ((file: File) => void) | undefined) => ReactNode;
}

/** A screen that takes a file in place of its document. */
export function ReplaceArea({ datasetId, document, children }: ReplaceAreaProps) {
  const mayEdit = useMayEditDataset();
  const [file, setFile] = useState<File | null>(null);
  const { isOver, handlers } = useFileDrop(mayEdit, setFile);
  return (
    <Box position="relative" {...handlers}>
      {children(mayEdit ? setFile : undefined)}
      {isOver && (
        <Flex
          position="absolute"
          inset="0"
          zIndex="1"
          align="center"
          justify="center"
          bg="bg.canvas/85"
          borderWidth="2px"
          borderStyle="dashed"
          borderColor="accent"
          borderRadius="lg"
          pointerEvents="none"
        >
          <Text fontWeight="medium">Drop the file to replace this document</Text>
        </Flex>
      )}
      {file !== null && (
        <LazyReplaceDialog
          datasetId={datasetId}
          document={document}
          file={file}
          onClose={() => setFile(null)}
        />
      )}
    </Box>
  );
}
