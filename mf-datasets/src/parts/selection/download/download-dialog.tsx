import type { PreparedDownload } from '@carrel/shared/contract';
import { Box, Button } from '@carrel/shared/ui';
import { Dialog, FIRST_FOCUS, formatSize } from '@carrel/shared/ui/signed-in';
import { Download } from 'lucide-react';

import { documentCount } from '../../../data/chosen-documents.ts';
import { useDownloadZip } from './use-download-documents.ts';

interface DownloadDialogProps {
  datasetId: string;
  prepared: PreparedDownload;
  onClose: () => void;
}

/** Says what a zip holds before it is downloaded. */
export function DownloadDialog({ datasetId, prepared, onClose }: DownloadDialogProps) {
  const { documents, bytes, missing } = prepared;
  const { mutate, isPending } = useDownloadZip(datasetId, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Download documents"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{documents === 0 ? 'Close' : 'Cancel'}</Button>
          {documents > 0 && (
            <Button
              variant="primary"
              loading={isPending}
              onClick={() => mutate(prepared)}
              {...FIRST_FOCUS}
            >
              <Download aria-hidden />
              Download zip
            </Button>
          )}
        </>
      }
    >
      <Box as="ul" ps="4" display="grid" gap="1" listStyle="disc" color="fg.muted">
        {documents > 0 && (
          <li>{`${documentCount(documents)}, ${formatSize(bytes, { decimals: 1 })} before packing.`}</li>
        )}
        {missing > 0 && (
          <li>
            {missing === 1
              ? 'The original of 1 document is not stored any more, and is left out.'
              : `The originals of ${documentCount(missing)} are not stored any more, and are left out.`}
          </li>
        )}
      </Box>
    </Dialog>
  );
}
