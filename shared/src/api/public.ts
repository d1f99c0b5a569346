export { ApiError, isApiError, isUnanswered, messageOf } from './api-error.ts';
export type { ApiErrorKind, ApiIssue } from './api-error.ts';
export { client, preload } from './client/client.ts';
export type { CallOptions, PendingCall } from './client/client.ts';
export { apiUrlOf, configureClient } from './client/client-settings.ts';
export { describeFailure } from './describe-failure.ts';
export { queryKeys } from './queries.ts';
export {
  countDocuments,
  listDatasets,
  listDatasetsQuery,
  listOrganizations,
  listWorkspaces,
  listWorkspacesQuery,
} from './queries.ts';
export { prepareDownload, readBytes } from './bytes/read-bytes.ts';
export type { ReadBytesOptions } from './bytes/read-bytes.ts';
export type { StreamEvent } from './events/event-stream.ts';
export { readEvents } from './events/read-events.ts';
export type { ReadEventsOptions } from './events/read-events.ts';
export { getCurrentUser } from './client/current-user.ts';
export { confirmPassword, setPasswordPrompt } from './client/password-prompt.ts';
export { SESSION_EXPIRED_EVENT } from './client/session-state.ts';
export { deleteResponses } from './client/client.ts';
export { loadCalls } from './client/load-calls.ts';
export { loadUploads } from './uploads/parts/load-uploads.ts';
export type { UnfinishedUpload } from './uploads/parts/unfinished-uploads.ts';
export type { UploadInPartsOptions } from './uploads/parts/upload-in-parts.ts';
export type { UploadFileOptions } from './client/send-file.ts';
export { uploadFile } from './uploads/upload-file.ts';
export { followUnseen, isReadOnMount, useFirstPage, useFirstRead } from './use-first-read.ts';
export { useInvitation } from './use-invitation.ts';
export { useSubmit } from './use-submit.ts';
export { duplicateNameQuestion } from './duplicate-name.ts';
export type { Submission } from './use-submit.ts';
