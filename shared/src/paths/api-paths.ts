import { METADATA_PARAMETER } from '../contract/public.ts';
import type {
  DocumentStatus,
  DuplicatesQuery,
  EntryOutcome,
  FindDocumentsQuery,
  FolderQuery,
  MetadataCondition,
  UploadOptions,
} from '../contract/public.ts';
import { chunkPaths } from './chunk-paths.ts';
import { guestApiPaths } from './guest-api-paths.ts';
import { movePaths } from './move-paths.ts';
import { apiPath } from './path.ts';
import { sourcePaths } from './source-paths.ts';
import { webhookPaths } from './webhook-paths.ts';
import { withQuery } from './with-query.ts';

const documentPath = (datasetId: string, documentId: string): string =>
  apiPath`/datasets/${datasetId}/documents/${documentId}`;

const versionPath = (datasetId: string, documentId: string, number: number): string =>
  `${documentPath(datasetId, documentId)}/versions/${number}`;

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
  reauthenticate: () => apiPath`/accounts/reauthenticate`,
  emails: () => apiPath`/accounts/emails`,
  email: (emailId: string) => apiPath`/accounts/emails/${emailId}`,
  session: (sessionId: string) => apiPath`/accounts/sessions/${sessionId}`,
  approvals: () => apiPath`/accounts/approvals`,
  approval: (code: string) => withQuery(apiPath`/accounts/approvals`, { code }),
  approvalToken: () => apiPath`/accounts/approvals/token`,
  grants: () => apiPath`/accounts/grants`,
  grant: (grantId: string) => apiPath`/accounts/grants/${grantId}`,
  requestedGrant: (request: Record<string, string>) =>
    withQuery(apiPath`/accounts/grants/requested`, request),
  decideGrant: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/grants`,
  account: (accountId: string) => apiPath`/accounts/${accountId}`,

  organizations: () => apiPath`/organizations`,
  organization: (organizationId: string) => apiPath`/organizations/${organizationId}`,
  leaveOrganization: (organizationId: string) => apiPath`/organizations/${organizationId}/leave`,
  members: (organizationId: string) => apiPath`/organizations/${organizationId}/members`,
  member: (organizationId: string, accountId: string) =>
    apiPath`/organizations/${organizationId}/members/${accountId}`,
  overview: (organizationId: string) => apiPath`/organizations/${organizationId}/overview`,
  usage: (organizationId: string) => apiPath`/organizations/${organizationId}/usage`,
  groups: (organizationId: string) => apiPath`/organizations/${organizationId}/groups`,
  group: (organizationId: string, groupId: string) =>
    apiPath`/organizations/${organizationId}/groups/${groupId}`,
  invitations: (organizationId: string) => apiPath`/organizations/${organizationId}/invitations`,
  invitation: (organizationId: string, invitationId: string) =>
    apiPath`/organizations/${organizationId}/invitations/${invitationId}`,
  resendInvitation: (organizationId: string, invitationId: string) =>
    apiPath`/organizations/${organizationId}/invitations/${invitationId}/resend`,
  apiKeys: (organizationId: string) => apiPath`/organizations/${organizationId}/api-keys`,
  apiKey: (organizationId: string, keyId: string) =>
    apiPath`/organizations/${organizationId}/api-keys/${keyId}`,
  rotateApiKey: (organizationId: string, keyId: string) =>
    apiPath`/organizations/${organizationId}/api-keys/${keyId}/rotate`,
  ...webhookPaths,
  audit: (
    organizationId: string,
    query: {
      person?: string;
      action?: string;
      day?: string;
      offset?: number;
      cursor?: string;
    } = {},
  ) => withQuery(apiPath`/organizations/${organizationId}/audit`, query),
  models: (organizationId: string, query: { cursor?: string } = {}) =>
    withQuery(apiPath`/organizations/${organizationId}/models`, query),
  backgroundWork: (organizationId: string) =>
    apiPath`/organizations/${organizationId}/background-work`,
  testModel: (organizationId: string) => apiPath`/organizations/${organizationId}/models/test`,
  joinOrganization: () => apiPath`/organizations/join`,

  summary: () => apiPath`/summary`,
  telemetry: () => apiPath`/telemetry`,
  openapi: () => apiPath`/openapi.json`,
  searchOrganization: () => apiPath`/search`,

  workspaces: () => apiPath`/workspaces`,
  workspace: (workspaceId: string) => apiPath`/workspaces/${workspaceId}`,
  searchWorkspace: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/search`,
  testQuestions: (workspaceId: string, query: { query?: string } = {}) =>
    withQuery(apiPath`/workspaces/${workspaceId}/questions`, query),
  testQuestion: (workspaceId: string, questionId: string) =>
    apiPath`/workspaces/${workspaceId}/questions/${questionId}`,
  testAnswer: (workspaceId: string, questionId: string, answerId: string) =>
    apiPath`/workspaces/${workspaceId}/questions/${questionId}/answers/${answerId}`,
  testQuestionsFile: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/questions/csv`,
  ...sourcePaths,

  testRuns: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/test-runs`,
  testRun: (workspaceId: string, runId: string, query: { against?: string } = {}) =>
    withQuery(apiPath`/workspaces/${workspaceId}/test-runs/${runId}`, query),
  testRunLists: (
    workspaceId: string,
    runId: string,
    questionId: string,
    query: { against?: string } = {},
  ) =>
    withQuery(
      apiPath`/workspaces/${workspaceId}/test-runs/${runId}/questions/${questionId}`,
      query,
    ),
  workspaceSearches: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/searches`,
  askAvailability: () => apiPath`/ask`,
  askWorkspace: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/ask`,
  workspaceDatasets: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/datasets`,
  workspaceDataset: (workspaceId: string, datasetId: string) =>
    apiPath`/workspaces/${workspaceId}/datasets/${datasetId}`,

  datasets: () => apiPath`/datasets`,
  dataset: (datasetId: string) => apiPath`/datasets/${datasetId}`,
  workspaceAccess: (workspaceId: string) => apiPath`/workspaces/${workspaceId}/access`,
  datasetAccess: (datasetId: string) => apiPath`/datasets/${datasetId}/access`,
  /** Of one that the caller cannot see. */
  accessRequest: (kinds: 'datasets' | 'workspaces', id: string) =>
    apiPath`/${kinds}/${id}/access-request`,
  /** Of somebody who asks. */
  openAccessRequest: (kinds: 'datasets' | 'workspaces', id: string, accountId: string) =>
    apiPath`/${kinds}/${id}/access-requests/${accountId}`,
  grantAccess: (kinds: 'datasets' | 'workspaces', id: string, accountId: string) =>
    apiPath`/${kinds}/${id}/access-requests/${accountId}/grant`,
  searchDataset: (datasetId: string) => apiPath`/datasets/${datasetId}/search`,
  documents: (
    datasetId: string,
    query: {
      page?: number;
      limit?: number;
      status?: DocumentStatus;
      reason?: string;
      q?: string;
      words?: string;
    } = {},
  ) => withQuery(apiPath`/datasets/${datasetId}/documents`, query),
  findDocuments: (datasetId: string, { metadata = [], ...query }: FindDocumentsQuery = {}) =>
    withQuery(apiPath`/datasets/${datasetId}/documents/find`, {
      ...query,
      ...metadataParameters(metadata),
    }),
  failureReasons: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/failure-reasons`,
  documentsMetadata: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/metadata`,
  document: documentPath,
  ...chunkPaths,
  documentChunks: (
    datasetId: string,
    documentId: string,
    query: { from?: number; limit?: number; etags?: boolean } = {},
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
    query: { path: string; from?: number; limit?: number; etags?: boolean },
    part?: 'content' | 'text' | 'chunks',
  ) =>
    withQuery(
      part === undefined
        ? apiPath`/datasets/${datasetId}/documents/by-path`
        : apiPath`/datasets/${datasetId}/documents/by-path/${part}`,
      query,
    ),
  batchDocuments: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/batch`,
  navigate: (datasetId: string, query: FolderQuery = {}) =>
    withQuery(apiPath`/datasets/${datasetId}/navigate`, { ...query }),
  manifest: (datasetId: string, query: { cursor?: string; limit?: number } = {}) =>
    withQuery(apiPath`/datasets/${datasetId}/manifest`, query),
  retryDocuments: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/retry`,
  reprocessDocuments: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/reprocess`,
  documentVersions: (datasetId: string, documentId: string) =>
    `${documentPath(datasetId, documentId)}/versions`,
  version: versionPath,
  versionText: (
    datasetId: string,
    documentId: string,
    number: number,
    query: { from?: number; limit?: number } = {},
  ) => withQuery(`${versionPath(datasetId, documentId, number)}/text`, query),
  versionContent: (
    datasetId: string,
    documentId: string,
    number: number,
    query: { organization_id?: string } = {},
  ) => withQuery(`${versionPath(datasetId, documentId, number)}/content`, query),
  compareVersions: (
    datasetId: string,
    documentId: string,
    query: { from?: number; to?: number; skip?: number; limit?: number } = {},
  ) => withQuery(`${documentPath(datasetId, documentId)}/versions/compare`, query),
  restoreVersion: (datasetId: string, documentId: string, number: number) =>
    `${versionPath(datasetId, documentId, number)}/restore`,
  replaceDocument: (datasetId: string, documentId: string) =>
    `${documentPath(datasetId, documentId)}/replace`,
  deleteDocuments: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/delete`,
  restoreDocuments: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/restore`,
  /** What differs between a document and another, after some changes. */
  compareDocuments: (datasetId: string, documentId: string, other?: string, skip?: number) =>
    withQuery(`${documentPath(datasetId, documentId)}/comparison`, { with: other, skip }),
  duplicates: (datasetId: string, query: DuplicatesQuery = {}) =>
    withQuery(apiPath`/datasets/${datasetId}/duplicates`, { ...query }),
  duplicateDocuments: (
    datasetId: string,
    groupId: string,
    query: { limit?: number; cursor?: string } = {},
  ) => withQuery(apiPath`/datasets/${datasetId}/duplicates/${groupId}`, query),
  duplicatesDismissal: (datasetId: string, groupId: string) =>
    apiPath`/datasets/${datasetId}/duplicates/${groupId}/dismissal`,
  resolveDuplicates: (datasetId: string) => apiPath`/datasets/${datasetId}/duplicates/resolve`,
  ...movePaths,
  datasetProgress: (datasetId: string) => apiPath`/datasets/${datasetId}/progress`,
  settingsDrift: (datasetId: string) => apiPath`/datasets/${datasetId}/settings-drift`,
  datasetEvents: (datasetId: string, query: { organization_id: string; after?: string }) =>
    withQuery(apiPath`/datasets/${datasetId}/events`, query),
  previewChunks: () => apiPath`/datasets/preview-chunks`,
  archives: (datasetId: string) => apiPath`/datasets/${datasetId}/archives`,
  archiveUpload: (datasetId: string, options: UploadOptions) =>
    withQuery(apiPath`/datasets/${datasetId}/archives`, { ...options }),
  /** Creates the archive of an upload that was sent in parts. */
  archiveOfUpload: (datasetId: string, uploadId: string, options: UploadOptions) =>
    withQuery(apiPath`/datasets/${datasetId}/archives`, {
      upload: uploadId,
      ...options,
    }),
  uploads: () => apiPath`/uploads`,
  datasetUploads: (datasetId: string) => apiPath`/datasets/${datasetId}/uploads`,
  datasetUpload: (datasetId: string, uploadId: string) =>
    apiPath`/datasets/${datasetId}/uploads/${uploadId}`,
  archive: (datasetId: string, archiveId: string) =>
    apiPath`/datasets/${datasetId}/archives/${archiveId}`,
  archiveSync: (datasetId: string, archiveId: string) =>
    apiPath`/datasets/${datasetId}/archives/${archiveId}/sync`,
  archivePause: (datasetId: string, archiveId: string) =>
    apiPath`/datasets/${datasetId}/archives/${archiveId}/pause`,
  archiveResume: (datasetId: string, archiveId: string) =>
    apiPath`/datasets/${datasetId}/archives/${archiveId}/resume`,
  archiveCancel: (datasetId: string, archiveId: string) =>
    apiPath`/datasets/${datasetId}/archives/${archiveId}/cancel`,
  archiveContent: (
    datasetId: string,
    archiveId: string,
    query: { organization_id?: string } = {},
  ) => withQuery(apiPath`/datasets/${datasetId}/archives/${archiveId}/content`, query),
  archiveEntries: (
    datasetId: string,
    archiveId: string,
    query: { outcome?: EntryOutcome; limit?: number; cursor?: string } = {},
  ) => withQuery(apiPath`/datasets/${datasetId}/archives/${archiveId}/entries`, query),
} as const;

/** Returns the parameters of a URL that ask for metadata: a list of values for each key. */
function metadataParameters(
  conditions: readonly MetadataCondition[],
): Record<string, readonly string[]> {
  const parameters = new Map<string, string[]>();
  for (const { key, value } of conditions) {
    const name = METADATA_PARAMETER + key;
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(parameters);
}
