import type { Archive } from '@carrel/shared/contract';
import { Button, Text } from '@carrel/shared/ui';
import { Dialog, formatDate, formatSize } from '@carrel/shared/ui/signed-in';

import { Receipt } from './receipt.tsx';

interface ReceiptDialogProps {
  open: boolean;
  datasetId: string;
  archive: Archive;
  onClose: () => void;
}

/** What an upload did, in the same form as its plan. */
export function ReceiptDialog({ open, datasetId, archive, onClose }: ReceiptDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="What this upload did"
      description={
        <Text as="span" overflowWrap="anywhere">
          {`${archive.name}, ${formatSize(archive.size, { decimals: 2 })}, ${formatDate(archive.created_at)}`}
        </Text>
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Receipt datasetId={datasetId} archive={archive} />
    </Dialog>
  );
}
