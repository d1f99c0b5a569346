import type { Archive } from '@carrel/shared/contract';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';

interface CancelArchiveDialogProps {
  archive: Archive;
  pending: boolean;
  onClose: () => void;
  onConfirm: () => unknown;
}

/** Asks before the processing of an archive ends early. */
export function CancelArchiveDialog({
  archive,
  pending,
  onClose,
  onConfirm,
}: CancelArchiveDialogProps) {
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
              'The archive is purged then, as its upload asked. Retrying needs the original files of the dataset.',
            ]
          : []),
      ]}
      confirmLabel="Cancel processing"
      pending={pending}
    />
  );
}
