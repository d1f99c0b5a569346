import { Box } from '@carrel/shared/ui';
import { useParams } from 'react-router-dom';

import { rememberedCount } from '../remembered/remembered-count.ts';

/** The place of the unfinished uploads that this browser remembers, so that nothing moves when they are shown. */
export function UnfinishedPlaceholder() {
  const { datasetId = '' } = useParams();
  const count = rememberedCount(datasetId);
  return count === 0 ? null : <Box aria-hidden minHeight={`${1 + count}em`} />;
}
