/** Returns a path with a query, without values that are undefined or empty. A list repeats its name. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | readonly string[] | undefined>,
): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    if (typeof value === 'object') for (const one of value) parameters.append(key, one);
    else parameters.set(key, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
