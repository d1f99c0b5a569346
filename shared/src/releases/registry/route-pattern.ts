/**
 * Returns a path's values for the parameters of a route pattern such as
 * `/datasets/:datasetId?/documents`, decoded; undefined where the pattern does not match the path. A segment
 * that is empty is none.
 */
export function routeParameters(
  pattern: string,
  pathname: string,
): Record<string, string> | undefined {
  const match = (
    expected: readonly string[],
    actual: readonly string[],
  ): Record<string, string> | undefined => {
    const [head, ...rest] = expected;
    if (head === undefined) return actual.length === 0 ? {} : undefined;
    const without = head.startsWith(':') && head.endsWith('?') ? match(rest, actual) : undefined;
    if (without !== undefined) return without;
    const [first, ...others] = actual;
    if (first === undefined || (!head.startsWith(':') && head !== first)) return undefined;
    const found = match(rest, others);
    if (found === undefined || !head.startsWith(':')) return found;
    return { [head.replaceAll(/[:?]/g, '')]: decodeSegment(first), ...found };
  };
  return match(
    pattern.replace(/\/$/, '').split('/').slice(1),
    pathname.split('/').filter((segment) => segment !== ''),
  );
}

/** Returns whether a route pattern matches a path. */
export const covers = (pattern: string, pathname: string): boolean =>
  routeParameters(pattern, pathname) !== undefined;

/** Returns a decoded segment of a path; the segment as it is where it cannot be decoded. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the patterns without optional segments that a pattern stands for, as their segments. */
function variantsOf(pattern: string): string[][] {
  return pattern
    .split('/')
    .slice(1)
    .reduce<string[][]>(
      (variants, segment) => [
        ...variants.map((variant) => [...variant, segment]),
        ...(segment.endsWith('?') ? variants : []),
      ],
      [[]],
    );
}

/** Returns whether every path of one variant is a path of another. */
const isWithin = (variant: readonly string[], other: readonly string[]) =>
  variant.length === other.length &&
  other.every((segment, place) => segment.startsWith(':') || segment === variant[place]);

/**
 * Returns whether two route patterns claim the same paths: each path of one, in one of its variants, is also
 * one of the other. `/a/:id` and `/:name/b` do not, though both match `/a/b`.
 */
export function claimSame(one: string, other: string): boolean {
  return variantsOf(one).some((variant) =>
    variantsOf(other).some(
      (opposite) => isWithin(variant, opposite) || isWithin(opposite, variant),
    ),
  );
}
