import type { RefusalHeaders } from './refusal-headers.ts';

/** Responds with 503 while the database is being opened; only the liveness check succeeds. */
export function respondWhileStarting(
  headers: Readonly<Record<string, string>>,
  refusal: RefusalHeaders,
): (request: Request) => Response {
  return (request) => {
    if (new URL(request.url).pathname === '/healthz') {
      return Response.json({ status: 'up' }, { headers });
    }
    return Response.json(
      { message: 'The service is starting. Please try again in a moment.' },
      { status: 503, headers: { ...refusal(503), 'Retry-After': '1' } },
    );
  };
}
