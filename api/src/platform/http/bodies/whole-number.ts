import * as v from 'valibot';

/** Returns the schema of a whole number from 1 to `most` in a query. */
export const wholeNumber = (name: string, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `${name} must be a whole number from 1 to ${most}`),
    v.transform(Number),
    v.minValue(1, `${name} must be a whole number from 1 to ${most}`),
    v.maxValue(most, `${name} must be a whole number from 1 to ${most}`),
  );
