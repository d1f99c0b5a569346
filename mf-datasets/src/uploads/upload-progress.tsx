import { Box, Flex, Text } from '@carrel/shared/ui';
import { ProgressBar, formatSize } from '@carrel/shared/ui/signed-in';
import { CircleAlert } from 'lucide-react';

import type { Upload } from '../data/upload.atoms.ts';
import { rateOf, timeLeft } from '../data/sending/upload-rate.ts';

const size = (bytes: number) => formatSize(bytes, { decimals: 2 });

/** The progress of an upload: percent, bytes, speed and time left. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const { total, samples, isLost } = upload;
  const loaded = samples.at(-1)?.loaded ?? 0;
  const percent = total === 0 ? 0 : (loaded / total) * 100;
  const rate = rateOf(samples);
  const arrived = `${size(loaded)} of ${size(total)}`;
  const details = isLost
    ? [arrived]
    : loaded >= total
      ? ['Checking the archive']
      : [arrived, rate === null ? null : `${size(rate)}/s`, timeLeft(total - loaded, rate)].filter(
          (part) => part !== null,
        );

  return (
    <Box>
      <ProgressBar value={percent} label="Upload" />
      <Flex
        justify="space-between"
        gap="4"
        mt="2"
        fontSize="sm"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        <Flex wrap="wrap" minWidth="0">
          <Box as="output">
            {isLost && (
              <Flex align="center" gap="2" mr="3" color="warning.fg">
                <CircleAlert size={16} aria-hidden />
                Connection lost. Trying again…
              </Flex>
            )}
          </Box>
          <Text>{details.join(' · ')}</Text>
        </Flex>
        <Text>{Math.floor(percent)}%</Text>
      </Flex>
    </Box>
  );
}
