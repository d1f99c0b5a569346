import type { Archive } from '@carrel/shared/contract';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';

interface CancelArchiveDialogProps {
  archive: Archive;
  onClose: () => void;
  onConfirm: () => unknown;
}

/** Asks before the processing of an archive ends early. */
export function CancelArchiveDialog({ archive, onClose, onConfirm }: CancelArchiveDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title="Cancel processing"
      name={archive.name}
      consequences={[
        'Files that are ready stay.',
        'Those that are not are marked as cancelled and can be retried.',
        ...(archive.purge_on_completion
          ? [
              'The stored archive is purged. Retrying then needs the originals that the dataset keeps.',
            ]
          : []),
      ]}
      confirmLabel="Cancel processing"
      closeLabel="Keep processing"
      pending={false}
    />
  );
}
