let fetched: Promise<unknown> | undefined;

async function fetchRegistry(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.json();
}

/**
 * Fetches the registry once, for a page without one, such as that of a static file server; the page
 * preloads it. Returns it without validating it, and rejects where it cannot be fetched.
 */
export function fetchPageRegistry(url: string): Promise<unknown> {
  fetched ??= fetchRegistry(url);
  return fetched;
}
