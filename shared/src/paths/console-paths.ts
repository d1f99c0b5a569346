import { path } from './path.ts';
import { withQuery } from './with-query.ts';

/** Of the version of chunks, in a link to one of them. */
const LINKED_CHARACTERS = 8;

/** Returns the URL of every screen of the console. Ids and tokens are encoded; a folder's path is in the query. */
export const consolePaths = {
  home: () => '/',
  login: () => '/login',
  singleSignOn: () => '/login/sso',
  linkAccount: () => '/login/link',
  register: () => '/register',
  passwordReset: (token?: string) => withQuery('/password-reset', { token }),
  resetPassword: (token: string) => path`/accounts/reset-password/${token}`,
  stopRecovery: (token: string) => path`/accounts/stop-recovery/${token}`,
  completeRecovery: (token: string) => path`/accounts/recovery/${token}`,
  confirmEmail: (token: string) => path`/accounts/email-confirm/${token}`,
  acceptInvitation: (token: string) => path`/organizations/accept-invitation/${token}`,
  joinOrganization: (token: string) => path`/organizations/join/${token}`,
  dashboard: () => '/dashboard',
  account: () => '/account',
  approve: (code?: string) => withQuery('/account/approve', { code }),
  connect: () => '/account/connect',
  organizationSettings: (organizationId: string) => path`/organizations/${organizationId}/settings`,
  organizationApiKeys: (organizationId: string) =>
    path`/organizations/${organizationId}/settings?view=api-keys`,
  organizationModels: (organizationId: string) =>
    path`/organizations/${organizationId}/settings?view=models`,
  search: (query?: string) => withQuery('/search', { q: query }),
  workspaces: () => '/workspaces',
  workspaceManage: (workspaceId: string) => path`/workspaces/${workspaceId}/manage`,
  workspaceSearch: (workspaceId: string, query?: string) =>
    withQuery(path`/workspaces/${workspaceId}/search`, { q: query }),
  workspaceTests: (workspaceId: string) => path`/workspaces/${workspaceId}/tests`,
  workspaceSearches: (workspaceId: string) => path`/workspaces/${workspaceId}/searches`,
  workspaceConnect: (workspaceId: string) => path`/workspaces/${workspaceId}/connect`,
  workspaceAsk: (workspaceId: string, question?: string) =>
    withQuery(path`/workspaces/${workspaceId}/ask`, { q: question }),
  datasets: () => '/datasets',
  datasetDocuments: (datasetId: string, folder?: string) =>
    withQuery(path`/datasets/${datasetId}/documents`, { path: folder }),
  /**
   * The page of a document, at a chunk of it, with words marked in that chunk. Of `version`, the `chunk_version` that
   * the chunk is of, the first characters tell whether the passage is what it was.
   */
  document: (
    datasetId: string,
    documentId: string,
    chunk?: number,
    words?: readonly string[],
    version?: string | null,
  ) =>
    withQuery(path`/datasets/${datasetId}/documents/${documentId}`, {
      chunk,
      words: words?.join(' '),
      version: version?.slice(0, LINKED_CHARACTERS),
    }),
  /** The text of an earlier version of a document, or what differs from one version to another. */
  documentVersions: (
    datasetId: string,
    documentId: string,
    query: { version?: number; from?: number; to?: number } = {},
  ) => withQuery(path`/datasets/${datasetId}/documents/${documentId}/versions`, query),
  datasetSearch: (datasetId: string, query?: string) =>
    withQuery(path`/datasets/${datasetId}/search`, { q: query }),
  datasetArchives: (datasetId: string) => path`/datasets/${datasetId}/archives`,
  /** The sources of a dataset, or one of them. */
  datasetSources: (datasetId: string, sourceId?: string) =>
    withQuery(path`/datasets/${datasetId}/sources`, { source: sourceId }),
  datasetDuplicates: (datasetId: string) => path`/datasets/${datasetId}/duplicates`,
  datasetSettings: (datasetId: string) => path`/datasets/${datasetId}/settings`,
} as const;

/** The route patterns of the same screens, for a router. */
export const consoleRoutes = {
  login: '/login',
  singleSignOn: '/login/sso',
  linkAccount: '/login/link',
  register: '/register',
  passwordReset: '/password-reset',
  resetPassword: '/accounts/reset-password/:token?',
  stopRecovery: '/accounts/stop-recovery/:token?',
  completeRecovery: '/accounts/recovery/:token?',
  confirmEmail: '/accounts/email-confirm/:token?',
  acceptInvitation: '/organizations/accept-invitation/:token?',
  joinOrganization: '/organizations/join/:token?',
  dashboard: '/dashboard',
  account: '/account',
  approve: '/account/approve',
  connect: '/account/connect',
  organizationSettings: '/organizations/:organizationId?/settings',
  search: '/search',
  workspaces: '/workspaces',
  workspaceManage: '/workspaces/:workspaceId?/manage',
  workspaceSearch: '/workspaces/:workspaceId?/search',
  workspaceTests: '/workspaces/:workspaceId?/tests',
  workspaceSearches: '/workspaces/:workspaceId?/searches',
  workspaceConnect: '/workspaces/:workspaceId?/connect',
  workspaceAsk: '/workspaces/:workspaceId?/ask',
  datasets: '/datasets',
  datasetDocuments: '/datasets/:datasetId?/documents',
  document: '/datasets/:datasetId/documents/:documentId',
  documentVersions: '/datasets/:datasetId/documents/:documentId/versions',
  datasetSearch: '/datasets/:datasetId?/search',
  datasetArchives: '/datasets/:datasetId?/archives',
  datasetSources: '/datasets/:datasetId?/sources',
  datasetDuplicates: '/datasets/:datasetId?/duplicates',
  datasetSettings: '/datasets/:datasetId?/settings',
} as const;

/** Screens that a failed session does not redirect to the sign-in page. */
export const SESSION_EXEMPT_PATHS = [
  '/accounts/email-confirm/',
  '/accounts/reset-password/',
  '/accounts/stop-recovery/',
  '/accounts/recovery/',
  '/organizations/accept-invitation/',
  '/organizations/join/',
] as const;

/** Returns whether this screen stays when the session has failed. */
export function isSessionExempt(pathname: string): boolean {
  return SESSION_EXEMPT_PATHS.some((exempt) => pathname.includes(exempt));
}
