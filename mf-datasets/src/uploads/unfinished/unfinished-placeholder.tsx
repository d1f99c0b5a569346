import { Box } from '@carrel/shared/ui';
import { useParams } from 'react-router-dom';

import { rememberedCount } from '../../data/sending/remembered-count.ts';

/** The place of the unfinished uploads that this browser remembers, so that nothing moves when they are shown. */
export function UnfinishedPlaceholder() {
  const { datasetId = '' } = useParams();
  const count = rememberedCount(datasetId);
  if (count === 0) return null;
  return (
    <Box
      aria-hidden
      minHeight={{ base: `${5.7 + 7.4 * count}rem`, md: `${4.7 + 4.9 * count}rem` }}
    />
  );
}
