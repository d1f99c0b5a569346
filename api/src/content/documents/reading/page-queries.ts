import { CHUNK_PAGE_LIMIT_DEFAULT, CHUNK_PAGE_LIMIT_MAX } from '@carrel/shared/contract';
import * as v from 'valibot';

import { wholeNumber } from '../../../platform/http/bodies/whole-number.ts';
import { documentPathEntries } from './document-place.ts';

const NUMBER_MAX = 10_000_000;
const TEXT_BLOCKS_MAX = 2000;

const fromZero = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,8}$/, 'from must be a whole number'),
    v.transform(Number),
    v.maxValue(NUMBER_MAX),
  ),
  '0',
);

/** A page of the chunks of a document. */
export const chunksQuerySchema = v.object({
  ...documentPathEntries,
  from: fromZero,
  limit: v.optional(wholeNumber('limit', CHUNK_PAGE_LIMIT_MAX), String(CHUNK_PAGE_LIMIT_DEFAULT)),
  /** Whether each chunk has its entity tag. */
  etags: v.optional(v.picklist(['true', 'false'], 'etags must be true or false')),
});

/** A page of the blocks of its text. */
export const textQuerySchema = v.object({
  ...documentPathEntries,
  from: fromZero,
  limit: v.optional(wholeNumber('limit', TEXT_BLOCKS_MAX), String(TEXT_BLOCKS_MAX)),
});
