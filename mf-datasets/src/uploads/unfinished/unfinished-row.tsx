import { loadUploads, messageOf, queryKeys } from '@carrel/shared/api';
import type { UnfinishedUpload } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Flex, FormMessage, Text } from '@carrel/shared/ui';
import { ProgressBar, formatSize, useConfirm } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

import { forgetUpload } from '../../data/sending/remembered-uploads.ts';
import { expiryOf } from './expiry.ts';

const size = (bytes: number) => formatSize(bytes, { decimals: 2 });

interface UnfinishedRowProps {
  upload: UnfinishedUpload;
  /** When it was as shown, in milliseconds since 1970. */
  readAt: number;
  /** How it is continued. */
  children: ReactNode;
  /** What went wrong with that. */
  fault?: string | null;
}

/** An unfinished upload. One that runs in another tab is left to that. */
export function UnfinishedRow({ upload, readAt, children, fault = null }: UnfinishedRowProps) {
  const discard = useDiscard(upload);
  const { filename, received, size: total, expires_at, runs } = upload;
  const isElsewhere = runs === 'elsewhere';
  const uploaded = `${size(received)} of ${size(total)} uploaded`;
  return (
    <Flex as="li" wrap="wrap" align="center" gap="2">
      <Box flex="1 1 16rem" minWidth="0" me={{ base: '0', md: '2' }}>
        <Text fontWeight="medium" truncate title={filename}>
          {filename}
        </Text>
        <Box my="2">
          <ProgressBar
            value={total === 0 ? 100 : (received / total) * 100}
            label={`Uploaded of ${filename}`}
          />
        </Box>
        <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {isElsewhere
            ? `${uploaded}. Running in another tab.`
            : `${uploaded}, ${expiryOf(expires_at, readAt)}`}
        </Text>
      </Box>
      {!isElsewhere && (
        <Flex gap="2" wrap="wrap">
          {children}
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Discard ${filename}`}
            onClick={() => discard.ask()}
          >
            Discard
          </Button>
        </Flex>
      )}
      {fault !== null && (
        <Box width="full">
          <FormMessage>{fault}</FormMessage>
        </Box>
      )}
      {discard.dialog}
    </Flex>
  );
}

/** Asks before an unfinished upload is deleted. */
function useDiscard({ id, dataset_id, filename, received }: UnfinishedUpload) {
  const organizationId = useOrganizationId();
  return useConfirm(() => ({
    title: 'Discard upload',
    name: filename,
    consequences: [
      `The ${size(received)} that were uploaded are deleted from the server.`,
      'The file on your computer stays as it is.',
    ],
    confirmLabel: 'Discard',
    act: async () => {
      const { discardUpload } = await loadUploads();
      await discardUpload(organizationId, dataset_id, id);
    },
    done: 'Upload discarded',
    failed: (error) => messageOf(error, 'Failed to discard the upload'),
    invalidates: queryKeys.uploads(organizationId),
    after: () => forgetUpload(id),
  }));
}
