/**
 * Returns a path's values for the parameters of a route pattern such as
 * `/datasets/:datasetId?/documents`, decoded; undefined where the pattern does not match the path.
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
    pathname.replace(/\/$/, '').split('/').slice(1),
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

const isCommon = (segment: string, opposite = '') =>
  segment === opposite || segment.startsWith(':') || opposite.startsWith(':');

/** Returns whether two route patterns match a common path. */
export function overlap(one: string, other: string): boolean {
  return variantsOf(one).some((variant) =>
    variantsOf(other).some(
      (opposite) =>
        variant.length === opposite.length &&
        variant.every((segment, place) => isCommon(segment, opposite[place])),
    ),
  );
}
