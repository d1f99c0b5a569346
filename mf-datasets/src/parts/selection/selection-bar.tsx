import { Box, Button, Flex, IconButton, Text } from '@carrel/shared/ui';
import { Download, FolderInput, PenLine, RotateCw, Tags, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useMayEditDataset } from '../use-may-edit-dataset.ts';
import { LazyMoveDialogs } from '../move/lazy-move-dialogs.ts';
import { EditMetadataDialog } from '../metadata/edit-metadata-dialog.tsx';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { DownloadDialog } from './download/download-dialog.tsx';
import { usePrepareDownload } from './download/use-download-documents.ts';
import { ReprocessDialog } from './reprocess-dialog.tsx';
import { useDeleteDocuments } from './use-delete-documents.tsx';

interface SelectionBarProps {
  datasetId: string;
  chosen: ChosenDocuments;
  /** How many documents are chosen, in words. */
  label: string;
  /** What is not chosen, though a person may think so. */
  note?: string | undefined;
  /** A button that chooses more. */
  more?: ReactNode;
  /** Chooses nothing. */
  onClear: () => void;
  /** The only one is renamed, and has this path. */
  onRenamed: (path: string) => void;
}

/** On a phone, they fit in two lines without their icons. */
const ACTIONS = { '@media (max-width: 479.98px)': { '& svg': { display: 'none' } } };

/** What can be done with the chosen documents, at the lower edge of the window and after the list. */
export function SelectionBar(props: SelectionBarProps) {
  const { datasetId, chosen, label, note, more, onClear, onRenamed } = props;
  const mayEdit = useMayEditDataset();
  const [dialog, setDialog] = useState<'metadata' | 'move' | 'rename' | 'reprocess' | null>(null);
  const download = usePrepareDownload(datasetId);
  const deletion = useDeleteDocuments(datasetId, chosen, onClear);

  const finish = () => {
    setDialog(null);
    onClear();
  };

  return (
    // Nothing is seen below it, nor beside its corners.
    <Box position="sticky" bottom="0" zIndex="1" pt="3" pb="3" bg="bg.canvas">
      <Flex
        as="section"
        aria-label="Chosen documents"
        align="center"
        wrap="wrap"
        columnGap="3"
        rowGap="2"
        ps="4"
        pe="2"
        py="2"
        bg="bg.raised"
        borderWidth="1px"
        borderColor="border.strong"
        borderRadius="lg"
        boxShadow="0 2px 8px rgb(0 0 0 / 0.1)"
      >
        <Box flex="1 1 12rem" minWidth="0">
          <Flex align="center" wrap="wrap" columnGap="2">
            <Text as="output" fontSize="sm" fontWeight="medium" whiteSpace="nowrap">
              {label}
            </Text>
            {more}
          </Flex>
          {note !== undefined && (
            <Text fontSize="xs" color="fg.muted">
              {note}
            </Text>
          )}
        </Box>
        <Flex align="center" wrap="wrap" gap="1.5" order={{ base: 1, sm: 0 }} css={ACTIONS}>
          <Button
            size="sm"
            loading={download.isPending}
            onClick={() => download.mutateAsync(chosen)}
          >
            <Download aria-hidden />
            Download
          </Button>
          {mayEdit && (
            <>
              {chosen.path !== undefined && (
                <Button size="sm" onClick={() => setDialog('rename')}>
                  <PenLine aria-hidden />
                  Rename
                </Button>
              )}
              <Button size="sm" onClick={() => setDialog('move')}>
                <FolderInput aria-hidden />
                Move
              </Button>
              <Button size="sm" onClick={() => setDialog('metadata')}>
                <Tags aria-hidden />
                Edit metadata
              </Button>
              <Button size="sm" onClick={() => setDialog('reprocess')}>
                <RotateCw aria-hidden />
                Process again
              </Button>
              <Button size="sm" color="danger.fg" onClick={() => deletion.ask()}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            </>
          )}
        </Flex>
        <IconButton label="Clear" size="sm" title="Clear" onClick={onClear}>
          <X aria-hidden />
        </IconButton>
        {download.data !== undefined && (
          <DownloadDialog datasetId={datasetId} prepared={download.data} onClose={download.reset} />
        )}
        {deletion.dialog}
        {dialog === 'move' && (
          <LazyMoveDialogs
            dialog="move"
            datasetId={datasetId}
            chosen={chosen}
            onClose={() => setDialog(null)}
            onDone={finish}
          />
        )}
        {dialog === 'rename' && chosen.path !== undefined && (
          <LazyMoveDialogs
            dialog="rename"
            datasetId={datasetId}
            chosen={{ ...chosen, path: chosen.path }}
            onClose={() => setDialog(null)}
            onDone={(path) => {
              finish();
              onRenamed(path);
            }}
          />
        )}
        {dialog === 'metadata' && (
          <EditMetadataDialog
            datasetId={datasetId}
            chosen={chosen}
            onClose={() => setDialog(null)}
            onDone={finish}
          />
        )}
        {dialog === 'reprocess' && (
          <ReprocessDialog
            datasetId={datasetId}
            chosen={chosen}
            onClose={() => setDialog(null)}
            onDone={finish}
          />
        )}
      </Flex>
    </Box>
  );
}
