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
  return match(pattern.split('/').slice(1), pathname.replace(/\/$/, '').split('/').slice(1));
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
