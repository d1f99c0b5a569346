export { ApiError, isApiError, messageOf } from './api-error.ts';
export type { ApiErrorKind, ApiIssue } from './api-error.ts';
export { askAhead, client } from './client/client.ts';
export type { CallOptions, PendingCall } from './client/client.ts';
export { configureClient } from './client/client-settings.ts';
export { describeFailure } from './describe-failure.ts';
export { queryKeys } from './query-keys.ts';
export {
  countDocuments,
  getCurrentUser,
  listDatasets,
  listOrganizations,
  listWorkspaces,
} from './read-calls.ts';
export type { StreamEvent } from './events/event-parser.ts';
export { readEvents } from './events/read-events.ts';
export type { ReadEventsOptions } from './events/read-events.ts';
export { SESSION_EXPIRED_EVENT } from './session/session-failure.ts';
export { forgetResponses } from './client/dedupe.ts';
export { uploadFile } from './client/upload-file.ts';
export type { UploadFileOptions } from './client/upload-file.ts';
export { loadCalls } from './client/transport.ts';
export { useSubmit } from './use-submit.ts';
export type { Submission } from './use-submit.ts';
