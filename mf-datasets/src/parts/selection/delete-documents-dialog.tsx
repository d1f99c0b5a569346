import { shownName, UNDO_SECONDS } from '@carrel/shared/contract';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';

import { documentCount } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { useDeleteDocuments } from './use-delete-documents.ts';

interface DocumentsDialogProps {
  datasetId: string;
  chosen: ChosenDocuments;
  onClose: () => void;
  /** The server has accepted it. */
  onDone: () => void;
}

/** Says what deleting documents causes before it is done. */
export function DeleteDocumentsDialog(props: DocumentsDialogProps) {
  const { datasetId, chosen, onClose, onDone } = props;
  const { count, isMore, name } = chosen;
  const deletion = useDeleteDocuments(datasetId, onDone);
  const isOne = count === 1 && isMore !== true;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => deletion.mutateAsync(chosen)}
      title={isOne ? 'Delete document' : 'Delete documents'}
      name={name === undefined ? undefined : shownName(name)}
      consequences={[
        `${documentCount(count, isMore)} will be deleted, with ${isOne ? 'its original' : 'their originals'}.`,
        `${isOne ? 'Its' : 'Their'} passages leave every search at once.`,
        `You can undo this for ${UNDO_SECONDS} seconds.`,
      ]}
      confirmLabel={isOne ? 'Delete document' : 'Delete documents'}
      pending={deletion.isPending}
    />
  );
}
