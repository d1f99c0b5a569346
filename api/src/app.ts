import { Hono } from 'hono';

import { recoveryRoutes } from './identity/proofs/recovery/recovery-routes.ts';
import { accountRoutes } from './identity/accounts/account-routes.ts';
import { approvalRoutes } from './identity/proofs/approvals/approval-routes.ts';
import { deviceRoutes } from './identity/proofs/approvals/device-routes.ts';
import { appRoutes } from './identity/accounts/second-step/app-routes.ts';
import { emailRoutes } from './identity/accounts/emails/email-routes.ts';
import { factorRoutes } from './identity/proofs/factors/factor-routes.ts';
import { changePasswordRoutes } from './identity/accounts/passwords/change-password-routes.ts';
import { passkeyRoutes } from './identity/proofs/passkeys/passkey-routes.ts';
import { passkeyReauthenticationRoutes } from './identity/proofs/passkeys/reauthentication-routes.ts';
import { passkeySignInRoutes } from './identity/proofs/passkeys/sign-in-routes.ts';
import { passwordRoutes } from './identity/accounts/passwords/password-routes.ts';
import { mailedCodeRoutes } from './identity/proofs/reauthentication/mailed-code-routes.ts';
import { recoveryCodeRoutes } from './identity/accounts/second-step/recovery-code-routes.ts';
import { secondStepRoutes } from './identity/accounts/sign-in/second-step-routes.ts';
import { sessionRoutes } from './identity/accounts/sign-in/session-routes.ts';
import { archiveRoutes } from './content/archives/archive-routes.ts';
import { receiptRoutes } from './content/archives/receipt-routes.ts';
import { keyRoutes } from './identity/api-keys/key-routes.ts';
import { askRoutes } from './content/ask/ask-routes.ts';
import { retrievalRoutes } from './integrations/dify/retrieval-routes.ts';
import { vectorStoreRoutes } from './integrations/openai/vector-store-routes.ts';
import { auditRoutes } from './platform/audit/audit-routes.ts';
import { accessRequestRoutes } from './content/access/access-request-routes.ts';
import { accessRoutes } from './content/access/access-routes.ts';
import { datasetRoutes } from './content/datasets/dataset-routes.ts';
import { documentRoutes } from './content/documents/document-routes.ts';
import { comparisonRoutes } from './content/duplicates/comparison-routes.ts';
import { duplicateRoutes } from './content/duplicates/duplicate-routes.ts';
import { resolutionRoutes } from './content/duplicates/resolution-routes.ts';
import { findRoutes } from './content/documents/find/find-routes.ts';
import { downloadRoutes } from './content/documents/download/download-routes.ts';
import { contentRoutes } from './content/documents/original/content-routes.ts';
import { folderRoutes } from './content/documents/moves/folder-routes.ts';
import { moveRoutes } from './content/documents/moves/move-routes.ts';
import { removalRoutes } from './content/documents/removal-routes.ts';
import { reprocessRoutes } from './content/documents/reprocess-routes.ts';
import { versionRoutes } from './content/documents/versions/version-routes.ts';
import { chunkRoutes } from './content/documents/chunks/chunk-routes.ts';
import { readingRoutes } from './content/documents/reading/reading-routes.ts';
import { eventRoutes } from './content/live/event-routes.ts';
import { manifestRoutes } from './content/documents/manifest-routes.ts';
import { previewRoutes } from './content/previews/preview-routes.ts';
import { metadataRoutes } from './content/documents/metadata/metadata-routes.ts';
import { retryRoutes } from './content/documents/retry-routes.ts';
import { responseHeaders, strictTransport, requestLog } from './platform/http/responses.ts';
import { errorHandler } from './platform/http/error-handler.ts';
import type { ApiEnv } from './platform/http/api-context.ts';
import { client } from './platform/http/origins/client-address.ts';
import { consoleOrigins, knownHosts, sameSite } from './platform/http/origins/allowed-origins.ts';
import type { Dependencies } from './platform/dependencies.ts';
import { healthRoutes } from './operations/health/health-routes.ts';
import { mcpRoutes } from './integrations/mcp/mcp-routes.ts';
import { createMetrics } from './platform/http/metrics/metrics.ts';
import { recordStatements } from './platform/http/metrics/record-statements.ts';
import { noRoute } from './platform/http/no-route.ts';
import { notFound } from './platform/http/problems.ts';
import { logPositions } from './platform/http/late-reads.ts';
import { openapiRoutes } from './integrations/openapi/openapi-routes.ts';
import { referenceRoutes } from './integrations/openapi/reference/reference-routes.ts';
import { deleteOrganization } from './identity/organizations/delete-organization.ts';
import { invitationRoutes } from './identity/organizations/invitation-routes.ts';
import { joinRoutes } from './identity/organizations/join-routes.ts';
import { groupRoutes } from './identity/groups/group-routes.ts';
import { memberRoutes } from './identity/organizations/member-routes.ts';
import { registerRoutes } from './identity/oauth/clients/register-routes.ts';
import { grantRoutes } from './identity/oauth/grants/grant-routes.ts';
import { metadataRoutes as oauthMetadataRoutes } from './identity/oauth/metadata-routes.ts';
import { tokenRoutes } from './identity/oauth/tokens/token-routes.ts';
import { policyRoutes } from './identity/organizations/policy/policy-routes.ts';
import { organizationRoutes } from './identity/organizations/organization-routes.ts';
import { provisioningRoutes } from './identity/scim/provisioning/provisioning-routes.ts';
import { scimRoutes } from './identity/scim/scim-routes.ts';
import { domainRoutes } from './identity/domains/domain-routes.ts';
import { searchLogRoutes } from './content/search-log/search-log-routes.ts';
import { searchRoutes } from './content/search/search-routes.ts';
import { workRoutes } from './content/background-work/work-routes.ts';
import { modelRoutes } from './content/models/model-routes.ts';
import { overviewRoutes } from './content/summary/overview-routes.ts';
import { summaryRoutes } from './content/summary/summary-routes.ts';
import { usageRoutes } from './content/summary/usage-routes.ts';
import { csvRoutes } from './content/test-sets/csv/csv-routes.ts';
import { answerRoutes } from './content/test-sets/questions/answer-routes.ts';
import { questionRoutes } from './content/test-sets/questions/question-routes.ts';
import { runRoutes } from './content/test-sets/runs/run-routes.ts';
import { ssoRoutes } from './identity/sso/sso-routes.ts';
import { telemetryRoutes } from './operations/telemetry/telemetry-routes.ts';
import { connectRoutes } from './integrations/sources/connect-routes.ts';
import { sourceRoutes } from './integrations/sources/source-routes.ts';
import { sourceRunRoutes } from './integrations/sources/source-run-routes.ts';
import { sourceTestRoutes } from './integrations/sources/test-routes.ts';
import { deliveryRoutes } from './integrations/webhooks/delivery-routes.ts';
import { webhookRoutes } from './integrations/webhooks/webhook-routes.ts';
import { attachmentRoutes } from './content/workspaces/attachment-routes.ts';
import { workspaceRoutes } from './content/workspaces/workspace-routes.ts';

/** Each returns routes below /api/v1. */
const PARTS = [
  // Before the accounts, whose `/accounts/:id` also matches `/accounts/sessions`.
  sessionRoutes,
  ssoRoutes,
  grantRoutes,
  factorRoutes,
  passkeyRoutes,
  passkeySignInRoutes,
  passkeyReauthenticationRoutes,
  mailedCodeRoutes,
  appRoutes,
  recoveryCodeRoutes,
  secondStepRoutes,
  recoveryRoutes,
  (dependencies: Dependencies) => accountRoutes(dependencies, deleteOrganization),
  deviceRoutes,
  approvalRoutes,
  passwordRoutes,
  changePasswordRoutes,
  emailRoutes,
  organizationRoutes,
  joinRoutes,
  memberRoutes,
  groupRoutes,
  policyRoutes,
  invitationRoutes,
  usageRoutes,
  overviewRoutes,
  modelRoutes,
  workRoutes,
  domainRoutes,
  keyRoutes,
  provisioningRoutes,
  webhookRoutes,
  deliveryRoutes,
  auditRoutes,
  workspaceRoutes,
  attachmentRoutes,
  datasetRoutes,
  accessRoutes,
  accessRequestRoutes,
  documentRoutes,
  // Before the reading, whose `/documents/:documentId` also matches these.
  findRoutes,
  metadataRoutes,
  chunkRoutes,
  readingRoutes,
  contentRoutes,
  versionRoutes,
  downloadRoutes,
  reprocessRoutes,
  removalRoutes,
  comparisonRoutes,
  duplicateRoutes,
  resolutionRoutes,
  moveRoutes,
  folderRoutes,
  eventRoutes,
  manifestRoutes,
  previewRoutes,
  retryRoutes,
  // Before the others, whose `/sources/:sourceId` also matches `/sources/test`.
  sourceTestRoutes,
  connectRoutes,
  sourceRoutes,
  sourceRunRoutes,
  archiveRoutes,
  receiptRoutes,
  searchRoutes,
  // Before the questions, whose `/questions/:questionId` also matches `/questions/csv`.
  csvRoutes,
  questionRoutes,
  answerRoutes,
  runRoutes,
  searchLogRoutes,
  askRoutes,
  summaryRoutes,
];

/** Each returns routes for programs, with paths that their protocols name. They read no cookies. */
const PROGRAM_PARTS = [
  mcpRoutes,
  oauthMetadataRoutes,
  registerRoutes,
  tokenRoutes,
  vectorStoreRoutes,
  retrievalRoutes,
  scimRoutes,
];

/** Where nothing is the console's. */
const PROGRAM_PATHS = [
  '/api/*',
  '/mcp/*',
  '/oauth/*',
  '/.well-known/*',
  '/v1/*',
  '/retrieval',
  '/scim/*',
];

/**
 * Returns the server without its socket: the API below /api/v1, MCP, the routes for operators, and the console
 * on every other path.
 */
export function createApp(dependencies: Dependencies, consoleRoutes?: Hono): Hono<ApiEnv> {
  const { database, settings, log } = dependencies;
  const metrics = createMetrics();
  recordStatements(database, metrics);
  const app = new Hono<ApiEnv>();
  app.onError(errorHandler(log));
  app.notFound(() => {
    throw notFound();
  });

  app.use(client(settings.trustedProxies, settings.publicUrl), strictTransport);
  app.route('/', healthRoutes(dependencies, metrics));
  for (const path of PROGRAM_PATHS) {
    app.use(path, requestLog(log, metrics), responseHeaders(), logPositions(database, settings));
  }
  app.use(knownHosts(settings.consoleOrigins, settings.publicUrl));
  app.use(
    '/api/*',
    consoleOrigins(settings.consoleOrigins),
    sameSite(settings.consoleOrigins, settings.publicUrl),
  );
  for (const part of PARTS) app.route('/api/v1', part(dependencies));
  app.route('/api/v1', telemetryRoutes(dependencies, metrics));
  app.route(
    '/api/v1',
    openapiRoutes(() => app.routes),
  );
  app.use('/mcp/*', sameSite(settings.consoleOrigins, settings.publicUrl));
  for (const part of PROGRAM_PARTS) app.route('/', part(dependencies));
  for (const path of PROGRAM_PATHS) {
    app.all(path, (c) => noRoute(app, c));
  }

  app.route(
    '/',
    referenceRoutes(() => app.routes),
  );
  if (consoleRoutes !== undefined) app.route('/', consoleRoutes);
  return app;
}
