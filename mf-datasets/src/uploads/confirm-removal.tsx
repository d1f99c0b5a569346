import { ConfirmDialog } from '@carrel/shared/ui/signed-in';

interface ConfirmRemovalProps {
  open: boolean;
  /** Documents that would be removed. */
  removed: number;
  /** The archive that lacks them. */
  name: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before an upload removes a good part of its dataset. */
export function ConfirmRemoval({ open, removed, name, onClose, onConfirm }: ConfirmRemovalProps) {
  const what = removed === 1 ? '1 document' : `${removed} documents`;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onConfirm}
      title="Upload and delete orphans"
      name={name}
      consequences={[
        `${what} that the archive lacks will be removed from the dataset.`,
        'That is more than a tenth of it.',
        'This action cannot be undone.',
      ]}
      confirmLabel="Upload and delete"
      pending={false}
      typeToConfirm={`delete ${what}`}
    />
  );
}
