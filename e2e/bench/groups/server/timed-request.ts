/** A server, and the headers of a person who is signed in. */
export interface RequestTarget {
  url: string;
  headers: Record<string, string>;
}

/** Returns the response as JSON, and how long it took, in ms. A request that is refused is sent again later. */
export async function timedJson(
  target: RequestTarget,
  route: string,
  body?: unknown,
): Promise<{ json: unknown; took: number }> {
  const { url, headers } = target;
  const started = performance.now();
  const response = await fetch(`${url}/${route}`, {
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return timedJson(target, route, body);
  }
  if (!response.ok) throw new Error(`${route}: ${response.status}`);
  const took = performance.now() - started;
  return { json: text === '' ? undefined : (JSON.parse(text) as unknown), took };
}

/** How long the response to a request took, in ms. */
export const timed = async (
  target: RequestTarget,
  route: string,
  body?: unknown,
): Promise<number> => (await timedJson(target, route, body)).took;
