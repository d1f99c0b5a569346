import type { DocumentDetail } from '@carrel/shared/contract';
import { Button, IconButton } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { Download } from 'lucide-react';

import type { DocumentPlace } from '../../data/document.api.ts';
import { useDownload } from './use-download.ts';

interface DownloadButtonProps {
  place: DocumentPlace;
  document: Pick<DocumentDetail, 'original'>;
  /** An icon only. */
  compact?: boolean;
}

/** Downloads the original of a document. */
export function DownloadButton({ place, document, compact = false }: DownloadButtonProps) {
  const { mutate, isPending } = useDownload(place);
  const disabled = document.original !== 'stored';
  const press = () => mutate();
  if (compact) {
    return (
      <Tooltip content="Download">
        <IconButton
          label="Download"
          variant="secondary"
          disabled={disabled}
          loading={isPending}
          onClick={press}
        >
          <Download aria-hidden />
        </IconButton>
      </Tooltip>
    );
  }
  return (
    <Button disabled={disabled} loading={isPending} onClick={press}>
      <Download size={16} aria-hidden />
      Download
    </Button>
  );
}
