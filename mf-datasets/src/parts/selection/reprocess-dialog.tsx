import { shownName } from '@carrel/shared/contract';
import { Box, Button, Text } from '@carrel/shared/ui';
import { Dialog, FIRST_FOCUS } from '@carrel/shared/ui/signed-in';

import { documentCount } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { useReprocess } from './use-reprocess.ts';

interface ReprocessDialogProps {
  datasetId: string;
  chosen: ChosenDocuments;
  /** A question in place of the usual title. */
  title?: string;
  onClose: () => void;
  /** The server has accepted it. */
  onDone: () => void;
}

/** Says what processing documents again does before it is done. */
export function ReprocessDialog(props: ReprocessDialogProps) {
  const { datasetId, chosen, title, onClose, onDone } = props;
  const { count, isMore, name } = chosen;
  const reprocess = useReprocess(datasetId, onDone);
  const isOne = count === 1 && isMore !== true;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title ?? (isOne ? 'Process document again' : 'Process documents again')}
      size="sm"
      busy={reprocess.isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={reprocess.isPending}
            onClick={() => reprocess.mutateAsync(chosen)}
            {...FIRST_FOCUS}
          >
            Process again
          </Button>
        </>
      }
    >
      {name !== undefined && (
        <Text fontWeight="medium" overflowWrap="anywhere">
          {shownName(name)}
        </Text>
      )}
      <Box as="ul" mt="3" ps="4" display="grid" gap="1" listStyle="disc" color="fg.muted">
        <li>
          {`The chunks of ${isOne ? 'this document' : lowered(documentCount(count, isMore))} are made anew with the current settings.`}
        </li>
        <li>
          {isOne
            ? 'Its earlier chunks stay searchable until the new ones are complete.'
            : 'The earlier chunks stay searchable until the new ones are complete.'}
        </li>
      </Box>
    </Dialog>
  );
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
