import { Hono } from 'hono';

import { recoveryRoutes } from './accounts/account-recovery/recovery-routes.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { approvalRoutes } from './accounts/approvals/approval-routes.ts';
import { deviceRoutes } from './accounts/approvals/device-routes.ts';
import { appRoutes } from './accounts/authenticator-app/app-routes.ts';
import { emailRoutes } from './accounts/emails/email-routes.ts';
import { factorRoutes } from './accounts/factors/factor-routes.ts';
import { changePasswordRoutes } from './accounts/passwords/change-password-routes.ts';
import { passkeyRoutes } from './accounts/passkeys/passkey-routes.ts';
import { passkeyReauthenticationRoutes } from './accounts/passkeys/reauthentication-routes.ts';
import { passkeySignInRoutes } from './accounts/passkeys/sign-in-routes.ts';
import { passwordRoutes } from './accounts/passwords/password-routes.ts';
import { mailedCodeRoutes } from './accounts/reauthentication/mailed-code-routes.ts';
import { recoveryCodeRoutes } from './accounts/recovery-codes/recovery-code-routes.ts';
import { secondStepRoutes } from './accounts/second-step/second-step-routes.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import { archiveRoutes } from './archives/archive-routes.ts';
import { receiptRoutes } from './archives/receipt-routes.ts';
import { keyRoutes } from './api-keys/key-routes.ts';
import { askRoutes } from './ask/ask-routes.ts';
import { retrievalRoutes } from './compatible/dify/retrieval-routes.ts';
import { vectorStoreRoutes } from './compatible/openai/vector-store-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { datasetRoutes } from './datasets/dataset-routes.ts';
import { documentRoutes } from './documents/document-routes.ts';
import { findRoutes } from './documents/find/find-routes.ts';
import { downloadRoutes } from './documents/download/download-routes.ts';
import { contentRoutes } from './documents/original/content-routes.ts';
import { removalRoutes } from './documents/removal/removal-routes.ts';
import { reprocessRoutes } from './documents/reprocess/reprocess-routes.ts';
import { readingRoutes } from './documents/reading/reading-routes.ts';
import { eventRoutes } from './live/event-routes.ts';
import { manifestRoutes } from './documents/manifest-routes.ts';
import { previewRoutes } from './datasets/preview-routes.ts';
import { metadataRoutes } from './documents/metadata/metadata-routes.ts';
import { retryRoutes } from './documents/retry-routes.ts';
import { responseHeaders, strictTransport, requestLog } from './http/responses.ts';
import { errorHandler } from './http/error-handler.ts';
import type { ApiEnv } from './http/api-context.ts';
import { client } from './http/origins/client-address.ts';
import { consoleOrigins, knownHosts, sameSite } from './http/origins/allowed-origins.ts';
import type { Dependencies } from './dependencies.ts';
import { healthRoutes } from './operations/health-routes.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { createMetrics } from './http/metrics/metrics.ts';
import { notFound } from './http/problems.ts';
import { logPositions } from './http/reads/recent-reads.ts';
import { openapiRoutes } from './openapi/openapi-routes.ts';
import { referenceRoutes } from './openapi/reference/reference-routes.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { invitationRoutes } from './organizations/invitation-routes.ts';
import { joinRoutes } from './organizations/join-routes.ts';
import { memberRoutes } from './organizations/member-routes.ts';
import { registerRoutes } from './oauth/clients/register-routes.ts';
import { grantRoutes } from './oauth/grants/grant-routes.ts';
import { metadataRoutes as oauthMetadataRoutes } from './oauth/metadata-routes.ts';
import { tokenRoutes } from './oauth/tokens/token-routes.ts';
import { policyRoutes } from './organizations/policy/policy-routes.ts';
import { organizationRoutes } from './organizations/organization-routes.ts';
import { provisioningRoutes } from './scim/provisioning/provisioning-routes.ts';
import { scimRoutes } from './scim/scim-routes.ts';
import { domainRoutes } from './domains/domain-routes.ts';
import { searchLogRoutes } from './search-log/search-log-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import { summaryRoutes } from './summary/summary-routes.ts';
import { usageRoutes } from './summary/usage-routes.ts';
import { csvRoutes } from './test-sets/csv/csv-routes.ts';
import { answerRoutes } from './test-sets/questions/answer-routes.ts';
import { questionRoutes } from './test-sets/questions/question-routes.ts';
import { runRoutes } from './test-sets/runs/run-routes.ts';
import { ssoRoutes } from './sso/sso-routes.ts';
import { telemetryRoutes } from './telemetry/telemetry-routes.ts';
import { deliveryRoutes } from './webhooks/delivery-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import { attachmentRoutes } from './workspaces/attachment-routes.ts';
import { workspaceRoutes } from './workspaces/workspace-routes.ts';

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
  policyRoutes,
  invitationRoutes,
  usageRoutes,
  domainRoutes,
  keyRoutes,
  provisioningRoutes,
  webhookRoutes,
  deliveryRoutes,
  auditRoutes,
  workspaceRoutes,
  attachmentRoutes,
  datasetRoutes,
  documentRoutes,
  // Before the reading, whose `/documents/:documentId` also matches these.
  findRoutes,
  metadataRoutes,
  readingRoutes,
  contentRoutes,
  downloadRoutes,
  reprocessRoutes,
  removalRoutes,
  eventRoutes,
  manifestRoutes,
  previewRoutes,
  retryRoutes,
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
  const app = new Hono<ApiEnv>();
  app.onError(errorHandler(log));
  app.notFound(() => {
    throw notFound();
  });

  app.use(client(settings.trustedProxies, settings.publicUrl), strictTransport);
  app.route('/', healthRoutes(dependencies, metrics));
  for (const path of PROGRAM_PATHS) app.use(path, requestLog(log, metrics), responseHeaders());
  if (database.replicas !== undefined) {
    for (const path of PROGRAM_PATHS) app.use(path, logPositions(database.replicas, settings));
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
    app.all(path, () => {
      throw notFound();
    });
  }

  app.route(
    '/',
    referenceRoutes(() => app.routes),
  );
  if (consoleRoutes !== undefined) app.route('/', consoleRoutes);
  return app;
}
