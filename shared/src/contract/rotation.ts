import * as v from 'valibot';

/** Hours for which a secret that is replaced can still be used. */
export const OVERLAP_HOURS_DEFAULT = 24;
export const OVERLAP_HOURS_MAX = 168;

/** Replaces a secret; the old one can be used for `overlap_hours` more. */
export const rotationInputSchema = v.object({
  overlap_hours: v.optional(
    v.pipe(
      v.number('The overlap must be a number of hours'),
      v.integer('The overlap must be a number of hours'),
      v.minValue(0, 'The overlap must be a number of hours'),
      v.maxValue(OVERLAP_HOURS_MAX, `The overlap is at most ${OVERLAP_HOURS_MAX} hours`),
    ),
    OVERLAP_HOURS_DEFAULT,
  ),
});
