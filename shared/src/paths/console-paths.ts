import { withQuery } from './with-query.ts';

/** Returns the URL of every screen of the console. Ids and tokens are encoded; a folder's path is in the query. */
export const consolePaths = {
  home: () => '/',
  login: () => '/login',
  singleSignOn: () => '/login/sso',
  linkAccount: () => '/login/link',
  register: () => '/register',
  passwordReset: (token?: string) => withQuery('/password-reset', { token }),
  resetPassword: (token: string) => `/accounts/reset-password/${encodeURIComponent(token)}`,
  stopRecovery: (token: string) => `/accounts/stop-recovery/${encodeURIComponent(token)}`,
  completeRecovery: (token: string) => `/accounts/recovery/${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/accounts/email-confirm/${encodeURIComponent(token)}`,
  acceptInvitation: (token: string) =>
    `/organizations/accept-invitation/${encodeURIComponent(token)}`,
  joinOrganization: (token: string) => `/organizations/join/${encodeURIComponent(token)}`,
  dashboard: () => '/dashboard',
  account: () => '/account',
  approve: (code?: string) => withQuery('/account/approve', { code }),
  connect: () => '/account/connect',
  organizationSettings: (organizationId: string) =>
    `/organizations/${encodeURIComponent(organizationId)}/settings`,
  organizationApiKeys: (organizationId: string) =>
    `/organizations/${encodeURIComponent(organizationId)}/settings?view=api-keys`,
  search: (query?: string) => withQuery('/search', { q: query }),
  workspaces: () => '/workspaces',
  workspaceManage: (workspaceId: string) => `/workspaces/${encodeURIComponent(workspaceId)}/manage`,
  workspaceSearch: (workspaceId: string, query?: string) =>
    withQuery(`/workspaces/${encodeURIComponent(workspaceId)}/search`, { q: query }),
  workspaceTests: (workspaceId: string) => `/workspaces/${encodeURIComponent(workspaceId)}/tests`,
  workspaceSearches: (workspaceId: string) =>
    `/workspaces/${encodeURIComponent(workspaceId)}/searches`,
  workspaceConnect: (workspaceId: string) =>
    `/workspaces/${encodeURIComponent(workspaceId)}/connect`,
  workspaceAsk: (workspaceId: string, question?: string) =>
    withQuery(`/workspaces/${encodeURIComponent(workspaceId)}/ask`, { q: question }),
  datasets: () => '/datasets',
  datasetDocuments: (datasetId: string, path?: string) =>
    withQuery(`/datasets/${encodeURIComponent(datasetId)}/documents`, { path }),
  /** The page of a document, at a chunk of it, with words marked in that chunk. */
  document: (datasetId: string, documentId: string, chunk?: number, words?: readonly string[]) =>
    withQuery(
      `/datasets/${encodeURIComponent(datasetId)}/documents/${encodeURIComponent(documentId)}`,
      { chunk, words: words?.join(' ') },
    ),
  datasetSearch: (datasetId: string, query?: string) =>
    withQuery(`/datasets/${encodeURIComponent(datasetId)}/search`, { q: query }),
  datasetArchives: (datasetId: string) => `/datasets/${encodeURIComponent(datasetId)}/archives`,
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
  datasetSearch: '/datasets/:datasetId?/search',
  datasetArchives: '/datasets/:datasetId?/archives',
} as const;

/** The screens of signed-in users, by the names of their routes. */
export const SIGNED_IN_ROUTES = [
  'account',
  'approve',
  'connect',
  'organizationSettings',
  'search',
  'workspaces',
  'workspaceManage',
  'workspaceSearch',
  'workspaceTests',
  'workspaceSearches',
  'workspaceConnect',
  'workspaceAsk',
  'datasets',
  'datasetDocuments',
  'document',
  'datasetSearch',
  'datasetArchives',
] as const satisfies (keyof typeof consoleRoutes)[];

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
