/** What sends requests: a chunk of its own, which `load-calls.ts` loads after the first paint. */
export { refreshSession } from './session-refresh.ts';
export { sendFile } from './send-file.ts';
export { sendRequest } from './send-request.ts';
