import { Box } from '@carrel/shared/ui';
import { useParams } from 'react-router-dom';

import { rememberedCount } from '../remembered/remembered-count.ts';

/** The heights of the list's head and of a row, in rem. */
const HEAD = 5;
const ROW = 5;

/** The place of the unfinished uploads that this browser remembers, so that nothing moves when they are shown. */
export function UnfinishedPlaceholder() {
  const { datasetId = '' } = useParams();
  const count = rememberedCount(datasetId);
  return count === 0 ? null : <Box aria-hidden minHeight={`${HEAD + count * ROW}rem`} />;
}
