import type {
  DocumentStatus,
  EntryOutcome,
  FindDocumentsQuery,
  UploadOptions,
} from '../contract/public.ts';
import { guestApiPaths } from './guest-api-paths.ts';
import { metadataParameters } from './metadata-parameters.ts';
import { withQuery } from './with-query.ts';

const BASE = 'api/v1';

const documentPath = (datasetId: string, documentId: string): string =>
  `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/${encodeURIComponent(documentId)}`;

/** Items in a page of a folder. */
export const FOLDER_PAGE_LIMIT = 200;

/** Chunks, and blocks of text, in a page of a document. */
export const CHUNKS_PER_PAGE = 100;
export const BLOCKS_PER_PAGE = 2000;

/** The shortest page of documents, for the counts that come with it. */
export const COUNTS_PAGE = { page: 1, limit: 1 } as const;

/**
 * Returns the URL of every API call, relative to the API's origin and without a leading slash. Ids are
 * encoded.
 */
export const apiPaths = {
  ...guestApiPaths,
  reauthenticate: () => `${BASE}/accounts/reauthenticate`,
  emails: () => `${BASE}/accounts/emails`,
  email: (emailId: string) => `${BASE}/accounts/emails/${encodeURIComponent(emailId)}`,
  session: (sessionId: string) => `${BASE}/accounts/sessions/${encodeURIComponent(sessionId)}`,
  approvals: () => `${BASE}/accounts/approvals`,
  approval: (code: string) => withQuery(`${BASE}/accounts/approvals`, { code }),
  approvalToken: () => `${BASE}/accounts/approvals/token`,
  grants: () => `${BASE}/accounts/grants`,
  grant: (grantId: string) => `${BASE}/accounts/grants/${encodeURIComponent(grantId)}`,
  requestedGrant: (request: Record<string, string>) =>
    withQuery(`${BASE}/accounts/grants/requested`, request),
  decideGrant: (workspaceId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/grants`,
  account: (accountId: string) => `${BASE}/accounts/${encodeURIComponent(accountId)}`,

  organizations: () => `${BASE}/organizations`,
  organization: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}`,
  leaveOrganization: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/leave`,
  members: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/members`,
  member: (organizationId: string, accountId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/members/${encodeURIComponent(accountId)}`,
  usage: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/usage`,
  invitations: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/invitations`,
  invitation: (organizationId: string, invitationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/invitations/${encodeURIComponent(invitationId)}`,
  resendInvitation: (organizationId: string, invitationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/invitations/${encodeURIComponent(invitationId)}/resend`,
  apiKeys: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/api-keys`,
  apiKey: (organizationId: string, keyId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/api-keys/${encodeURIComponent(keyId)}`,
  rotateApiKey: (organizationId: string, keyId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/api-keys/${encodeURIComponent(keyId)}/rotate`,
  webhooks: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/webhooks`,
  webhook: (organizationId: string, webhookId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/webhooks/${encodeURIComponent(webhookId)}`,
  rotateWebhookSecret: (organizationId: string, webhookId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/webhooks/${encodeURIComponent(webhookId)}/rotate-secret`,
  testWebhook: (organizationId: string, webhookId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/webhooks/${encodeURIComponent(webhookId)}/test`,
  webhookDeliveries: (
    organizationId: string,
    webhookId: string,
    query: { state?: string; cursor?: string } = {},
  ) =>
    withQuery(
      `${BASE}/organizations/${encodeURIComponent(organizationId)}/webhooks/${encodeURIComponent(webhookId)}/deliveries`,
      query,
    ),
  redeliverWebhook: (organizationId: string, webhookId: string, deliveryId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`,
  recoverWebhook: (organizationId: string, webhookId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/webhooks/${encodeURIComponent(webhookId)}/recover`,
  audit: (
    organizationId: string,
    query: {
      person?: string;
      action?: string;
      day?: string;
      offset?: number;
      cursor?: string;
    } = {},
  ) => withQuery(`${BASE}/organizations/${encodeURIComponent(organizationId)}/audit`, query),
  joinOrganization: () => `${BASE}/organizations/join`,

  summary: () => `${BASE}/summary`,
  telemetry: () => `${BASE}/telemetry`,
  openapi: () => `${BASE}/openapi.json`,
  searchOrganization: () => `${BASE}/search`,

  workspaces: () => `${BASE}/workspaces`,
  workspace: (workspaceId: string) => `${BASE}/workspaces/${encodeURIComponent(workspaceId)}`,
  searchWorkspace: (workspaceId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/search`,
  testQuestions: (workspaceId: string, query: { query?: string } = {}) =>
    withQuery(`${BASE}/workspaces/${encodeURIComponent(workspaceId)}/questions`, query),
  testQuestion: (workspaceId: string, questionId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/questions/${encodeURIComponent(questionId)}`,
  testAnswer: (workspaceId: string, questionId: string, answerId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/questions/${encodeURIComponent(questionId)}/answers/${encodeURIComponent(answerId)}`,
  testQuestionsFile: (workspaceId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/questions/csv`,
  testRuns: (workspaceId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/test-runs`,
  testRun: (workspaceId: string, runId: string, query: { against?: string } = {}) =>
    withQuery(
      `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/test-runs/${encodeURIComponent(runId)}`,
      query,
    ),
  testRunLists: (
    workspaceId: string,
    runId: string,
    questionId: string,
    query: { against?: string } = {},
  ) =>
    withQuery(
      `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/test-runs/${encodeURIComponent(runId)}/questions/${encodeURIComponent(questionId)}`,
      query,
    ),
  workspaceSearches: (workspaceId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/searches`,
  askAvailability: () => `${BASE}/ask`,
  askWorkspace: (workspaceId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/ask`,
  workspaceDatasets: (workspaceId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/datasets`,
  workspaceDataset: (workspaceId: string, datasetId: string) =>
    `${BASE}/workspaces/${encodeURIComponent(workspaceId)}/datasets/${encodeURIComponent(datasetId)}`,

  datasets: () => `${BASE}/datasets`,
  dataset: (datasetId: string) => `${BASE}/datasets/${encodeURIComponent(datasetId)}`,
  searchDataset: (datasetId: string) => `${BASE}/datasets/${encodeURIComponent(datasetId)}/search`,
  documents: (
    datasetId: string,
    query: { page?: number; limit?: number; status?: DocumentStatus; q?: string } = {},
  ) => withQuery(`${BASE}/datasets/${encodeURIComponent(datasetId)}/documents`, query),
  findDocuments: (datasetId: string, { metadata = [], ...query }: FindDocumentsQuery = {}) =>
    withQuery(`${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/find`, {
      ...query,
      ...metadataParameters(metadata),
    }),
  documentsMetadata: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/metadata`,
  document: documentPath,
  documentChunks: (
    datasetId: string,
    documentId: string,
    query: { from?: number; limit?: number } = {},
  ) => withQuery(`${documentPath(datasetId, documentId)}/chunks`, query),
  documentText: (
    datasetId: string,
    documentId: string,
    query: { from?: number; limit?: number } = {},
  ) => withQuery(`${documentPath(datasetId, documentId)}/text`, query),
  documentContent: (
    datasetId: string,
    documentId: string,
    query: { organization_id?: string } = {},
  ) => withQuery(`${documentPath(datasetId, documentId)}/content`, query),
  /** A document by its path, or a part of it. */
  documentByPath: (
    datasetId: string,
    query: { path: string; from?: number; limit?: number },
    part?: 'content' | 'text' | 'chunks',
  ) =>
    withQuery(
      `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/by-path${part === undefined ? '' : `/${part}`}`,
      query,
    ),
  batchDocuments: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/batch`,
  navigate: (datasetId: string, query: { path?: string; limit?: number; cursor?: string } = {}) =>
    withQuery(`${BASE}/datasets/${encodeURIComponent(datasetId)}/navigate`, query),
  manifest: (datasetId: string, query: { cursor?: string; limit?: number } = {}) =>
    withQuery(`${BASE}/datasets/${encodeURIComponent(datasetId)}/manifest`, query),
  retryDocuments: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/retry`,
  reprocessDocuments: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/reprocess`,
  replaceDocument: (datasetId: string, documentId: string) =>
    `${documentPath(datasetId, documentId)}/replace`,
  deleteDocuments: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/delete`,
  restoreDocuments: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/restore`,
  downloadDocuments: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/documents/download`,
  documentDownload: (datasetId: string, id: string, query: { organization_id?: string } = {}) =>
    withQuery(
      `${BASE}/datasets/${encodeURIComponent(datasetId)}/downloads/${encodeURIComponent(id)}`,
      query,
    ),
  datasetProgress: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/progress`,
  settingsDrift: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/settings-drift`,
  datasetEvents: (datasetId: string, query: { organization_id: string; after?: string }) =>
    withQuery(`${BASE}/datasets/${encodeURIComponent(datasetId)}/events`, query),
  previewChunks: () => `${BASE}/datasets/preview-chunks`,
  archives: (datasetId: string) => `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives`,
  archiveUpload: (datasetId: string, options: UploadOptions) =>
    withQuery(`${BASE}/datasets/${encodeURIComponent(datasetId)}/archives`, { ...options }),
  /** Creates the archive of an upload that was sent in parts. */
  archiveOfUpload: (datasetId: string, uploadId: string, options: UploadOptions) =>
    withQuery(`${BASE}/datasets/${encodeURIComponent(datasetId)}/archives`, {
      upload: uploadId,
      ...options,
    }),
  uploads: () => `${BASE}/uploads`,
  datasetUploads: (datasetId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/uploads`,
  datasetUpload: (datasetId: string, uploadId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/uploads/${encodeURIComponent(uploadId)}`,
  archive: (datasetId: string, archiveId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives/${encodeURIComponent(archiveId)}`,
  archiveSync: (datasetId: string, archiveId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives/${encodeURIComponent(archiveId)}/sync`,
  archivePause: (datasetId: string, archiveId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives/${encodeURIComponent(archiveId)}/pause`,
  archiveResume: (datasetId: string, archiveId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives/${encodeURIComponent(archiveId)}/resume`,
  archiveCancel: (datasetId: string, archiveId: string) =>
    `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives/${encodeURIComponent(archiveId)}/cancel`,
  archiveContent: (
    datasetId: string,
    archiveId: string,
    query: { organization_id?: string } = {},
  ) =>
    withQuery(
      `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives/${encodeURIComponent(archiveId)}/content`,
      query,
    ),
  archiveEntries: (
    datasetId: string,
    archiveId: string,
    query: { outcome?: EntryOutcome; limit?: number; cursor?: string } = {},
  ) =>
    withQuery(
      `${BASE}/datasets/${encodeURIComponent(datasetId)}/archives/${encodeURIComponent(archiveId)}/entries`,
      query,
    ),
} as const;
