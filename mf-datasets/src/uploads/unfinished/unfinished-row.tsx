import type { UnfinishedUpload } from '@carrel/shared/api';
import { Box, Button, Flex, FormMessage, Text } from '@carrel/shared/ui';
import { ProgressBar, formatSize } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { DiscardUploadDialog } from './discard-upload-dialog.tsx';
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
  const [isAsking, setAsking] = useState(false);
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
            onClick={() => setAsking(true)}
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
      {isAsking && <DiscardUploadDialog upload={upload} onClose={() => setAsking(false)} />}
    </Flex>
  );
}
