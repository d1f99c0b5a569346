/** Responds with 503 while the database is being opened; only the liveness check succeeds. */
export function respondWhileStarting(request: Request): Response {
  if (new URL(request.url).pathname === '/healthz') return Response.json({ status: 'up' });
  return Response.json(
    { message: 'The service is starting. Please try again in a moment.' },
    { status: 503, headers: { 'Retry-After': '1' } },
  );
}
