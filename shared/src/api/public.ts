export { ApiError, isApiError, messageOf } from './api-error.ts';
export type { ApiErrorKind, ApiIssue } from './api-error.ts';
export { askAhead, client } from './client.ts';
export type { CallOptions, PendingCall } from './client.ts';
export { configureClient } from './client-settings.ts';
export { describeFailure } from './describe-failure.ts';
export { queryKeys } from './query-keys.ts';
export {
  countDocuments,
  getCurrentUser,
  listDatasets,
  listOrganizations,
  listWorkspaces,
} from './read-calls.ts';
export type { StreamEvent } from './event-parser.ts';
export { readEvents } from './read-events.ts';
export type { ReadEventsOptions } from './read-events.ts';
export { SESSION_EXPIRED_EVENT } from './session-failure.ts';
export { forgetAnswers } from './shared-answers.ts';
export { uploadFile } from './upload-file.ts';
export type { UploadFileOptions } from './upload-file.ts';
export { loadCalls } from './transport.ts';
export { useSubmit } from './use-submit.ts';
export type { Submission } from './use-submit.ts';
