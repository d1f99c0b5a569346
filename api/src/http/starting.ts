/** Answers while the database is being opened: the process is up, and not ready for anything else. */
export function answerWhileStarting(request: Request): Response {
  if (new URL(request.url).pathname === '/healthz') return Response.json({ status: 'up' });
  return Response.json(
    { message: 'The service is starting. Please try again in a moment.' },
    { status: 503, headers: { 'Retry-After': '1' } },
  );
}
