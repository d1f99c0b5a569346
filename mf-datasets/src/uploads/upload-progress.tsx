import { Box, Flex, Text } from '@carrel/shared/ui';
import { ProgressBar, formatSize } from '@carrel/shared/ui/signed-in';

import type { Upload } from './use-upload.ts';
import { rateOf, timeLeft } from './upload-rate.ts';

const size = (bytes: number) => formatSize(bytes, { decimals: 2 });

/** The progress of an upload: percent, bytes, speed and time left. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const { total, samples } = upload;
  const loaded = samples.at(-1)?.loaded ?? 0;
  const percent = total === 0 ? 0 : (loaded / total) * 100;
  const rate = rateOf(samples);
  const details =
    loaded >= total
      ? ['Checking the archive']
      : [
          `${size(loaded)} of ${size(total)}`,
          rate === null ? null : `${size(rate)}/s`,
          timeLeft(total - loaded, rate),
        ].filter((part) => part !== null);

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
        <Text>{details.join(' · ')}</Text>
        <Text>{Math.floor(percent)}%</Text>
      </Flex>
    </Box>
  );
}
