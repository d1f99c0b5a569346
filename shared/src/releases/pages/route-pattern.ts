/**
 * What a path has in place of the parameters of a route pattern such as
 * `/datasets/:datasetId?/documents`, decoded; undefined where the pattern does not cover the path.
 */
export function routeParameters(
  pattern: string,
  pathname: string,
): Record<string, string> | undefined {
  const match = (
    wanted: readonly string[],
    given: readonly string[],
  ): Record<string, string> | undefined => {
    const [head, ...rest] = wanted;
    if (head === undefined) return given.length === 0 ? {} : undefined;
    const without = head.startsWith(':') && head.endsWith('?') ? match(rest, given) : undefined;
    if (without !== undefined) return without;
    const [first, ...others] = given;
    if (first === undefined || (!head.startsWith(':') && head !== first)) return undefined;
    const found = match(rest, others);
    if (found === undefined || !head.startsWith(':')) return found;
    return { [head.replaceAll(/[:?]/g, '')]: decodeSegment(first), ...found };
  };
  return match(pattern.split('/').slice(1), pathname.replace(/\/$/, '').split('/').slice(1));
}

/** Whether a route pattern covers a path. */
export const covers = (pattern: string, pathname: string): boolean =>
  routeParameters(pattern, pathname) !== undefined;

/** A segment of a path as it was before it was encoded; as it is where it never was. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
