import type { RefusalHeaders } from '../refusal-headers.ts';
import { STARTING_PAGE, STARTING_PAGE_HEADERS } from './starting-page.ts';

/** Whether a request is a browser's for a page. Programs, and the console's own calls, accept other types. */
function isForPage({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('Accept') ?? '').includes('text/html');
}

/**
 * Responds with 503 while the database is being opened; only the liveness check succeeds. A browser gets a page
 * that waits, everything else JSON.
 */
export function respondWhileStarting(
  headers: Readonly<Record<string, string>>,
  refusal: RefusalHeaders,
): (request: Request) => Response {
  return (request) => {
    if (new URL(request.url).pathname === '/healthz') {
      return Response.json({ status: 'up' }, { headers });
    }
    const refused = { ...refusal(503), 'Retry-After': '1' };
    if (isForPage(request)) {
      return new Response(STARTING_PAGE, {
        status: 503,
        headers: { ...refused, ...STARTING_PAGE_HEADERS },
      });
    }
    return Response.json(
      { message: 'The service is starting. Please try again in a moment.' },
      { status: 503, headers: refused },
    );
  };
}
