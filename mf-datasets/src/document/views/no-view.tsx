import type { DocumentDetail } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { FileQuestionMark } from 'lucide-react';

import type { DocumentPlace } from '../../data/document.api.ts';
import { DownloadButton } from '../header/download-button.tsx';

interface NoViewProps {
  place: DocumentPlace;
  document: DocumentDetail;
  /** Why there is nothing to show, in a sentence. */
  reason: string;
}

/** Shown in place of a document that cannot be shown. */
export function NoView({ place, document, reason }: NoViewProps) {
  return (
    <Box p="4" flex="1" overflow="auto">
      <EmptyState
        icon={<FileQuestionMark />}
        title="Nothing to show here"
        description={reason}
        action={
          document.original === 'stored' ? (
            <DownloadButton place={place} document={document} />
          ) : undefined
        }
      />
    </Box>
  );
}
