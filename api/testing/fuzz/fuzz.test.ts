import {
  API_KEY_SCOPES,
  acceptInvitationInputSchema,
  addPasskeyInputSchema,
  askInputSchema,
  changePasswordInputSchema,
  changeRoleInputSchema,
  completeRecoveryInputSchema,
  confirmEmailInputSchema,
  createApiKeyInputSchema,
  createDatasetInputSchema,
  createOrganizationInputSchema,
  createQuestionInputSchema,
  createWebhookInputSchema,
  createWorkspaceInputSchema,
  decideApprovalInputSchema,
  decideGrantInputSchema,
  deleteDocumentsInputSchema,
  documentSelectionSchema,
  downloadDocumentsInputSchema,
  editMetadataInputSchema,
  emailAddressInputSchema,
  errorBodySchema,
  inviteMemberInputSchema,
  joinOrganizationInputSchema,
  loginInputSchema,
  previewChunksInputSchema,
  reauthenticateInputSchema,
  recoverWebhookInputSchema,
  redeemApprovalInputSchema,
  registerInputSchema,
  renamePasskeyInputSchema,
  requestApprovalInputSchema,
  resetPasswordInputSchema,
  restoreDocumentsInputSchema,
  retryDocumentsInputSchema,
  rotationInputSchema,
  searchInputSchema,
  signInPolicyInputSchema,
  secondStepInputSchema,
  startRunInputSchema,
  stopRecoveryInputSchema,
  telemetryBatchSchema,
  totpCodeInputSchema,
  updateAnswerInputSchema,
  updateDatasetInputSchema,
  updateOrganizationInputSchema,
  updateProvisionedGroupInputSchema,
  updateProvisioningInputSchema,
  updateQuestionInputSchema,
  updateWebhookInputSchema,
  updateWorkspaceInputSchema,
  usePasskeyInputSchema,
  writeOperationsSchema,
} from '@carrel/shared/contract';
import {
  addDomainInputSchema,
  reauthenticateBySsoInputSchema,
  saveIdentityProviderInputSchema,
  startSsoInputSchema,
  testIdentityProviderInputSchema,
  verifyDomainInputSchema,
} from '@carrel/shared/contract/sign-in';
import * as fc from 'fast-check';
import { parse, type GenericSchema } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SEED } from '../faults/seed.ts';
import { hardCount } from '../hard-counts.ts';
import { createApiKey } from '../api-key.ts';
import { jsonFor } from './fuzzed-json.ts';
import { readResponse, readJson, type Member, type ServerFixture } from '../server-fixture.ts';
import { createServerFixture } from '../server-fixture.ts';

/** The schema of each route's body. */
const SCHEMAS: Record<string, GenericSchema> = {
  'POST /accounts/register': registerInputSchema,
  'POST /accounts/login': loginInputSchema,
  'POST /accounts/reset-password': emailAddressInputSchema,
  'PUT /accounts/reset-password': resetPasswordInputSchema,
  'POST /accounts/confirm-email': emailAddressInputSchema,
  'PUT /accounts/confirm-email': confirmEmailInputSchema,
  'POST /accounts/accept-invitation': acceptInvitationInputSchema,
  'POST /accounts/emails': emailAddressInputSchema,
  'POST /accounts/reauthenticate': reauthenticateInputSchema,
  'PUT /accounts/password': changePasswordInputSchema,
  'POST /accounts/passkeys': addPasskeyInputSchema,
  'PATCH /accounts/passkeys/:id': renamePasskeyInputSchema,
  'POST /accounts/login/passkey': usePasskeyInputSchema,
  'POST /accounts/reauthenticate/passkey': usePasskeyInputSchema,
  'POST /accounts/login/second-step': secondStepInputSchema,
  'POST /accounts/login/recovery/stop': stopRecoveryInputSchema,
  'POST /accounts/login/recovery/complete': completeRecoveryInputSchema,
  'PUT /accounts/totp': totpCodeInputSchema,
  'POST /accounts/login/sso': startSsoInputSchema,
  'POST /accounts/reauthenticate/sso': reauthenticateBySsoInputSchema,
  'POST /organizations/:id/domains': addDomainInputSchema,
  'POST /organizations/:id/domains/:domainId/verify': verifyDomainInputSchema,
  'PUT /organizations/:id/identity-provider': saveIdentityProviderInputSchema,
  'POST /organizations/:id/identity-provider/test': testIdentityProviderInputSchema,
  'POST /accounts/approvals': requestApprovalInputSchema,
  'POST /accounts/approvals/token': redeemApprovalInputSchema,
  'PUT /accounts/approvals': decideApprovalInputSchema,
  'POST /organizations': createOrganizationInputSchema,
  'POST /organizations/join': joinOrganizationInputSchema,
  'POST /organizations/:id/api-keys': createApiKeyInputSchema,
  'POST /organizations/:id/api-keys/:keyId/rotate': rotationInputSchema,
  'PATCH /organizations/:id/provisioning': updateProvisioningInputSchema,
  'PATCH /organizations/:id/provisioning/groups/:groupId': updateProvisionedGroupInputSchema,
  'POST /organizations/:id/webhooks': createWebhookInputSchema,
  'PATCH /organizations/:id/webhooks/:webhookId': updateWebhookInputSchema,
  'POST /organizations/:id/webhooks/:webhookId/rotate-secret': rotationInputSchema,
  'POST /organizations/:id/webhooks/:webhookId/recover': recoverWebhookInputSchema,
  'POST /organizations/:id/members': inviteMemberInputSchema,
  'PATCH /organizations/:id/members/:accountId': changeRoleInputSchema,
  'PUT /organizations/:id/sign-in-policy': signInPolicyInputSchema,
  'PATCH /organizations/:id': updateOrganizationInputSchema,
  'POST /workspaces': createWorkspaceInputSchema,
  'PATCH /workspaces/:id': updateWorkspaceInputSchema,
  'POST /datasets': createDatasetInputSchema,
  'PATCH /datasets/:id': updateDatasetInputSchema,
  'POST /datasets/preview-chunks': previewChunksInputSchema,
  'POST /workspaces/:id/search': searchInputSchema,
  'POST /workspaces/:id/grants': decideGrantInputSchema,
  'POST /workspaces/:id/ask': askInputSchema,
  'POST /datasets/:id/search': searchInputSchema,
  'POST /workspaces/:id/questions': createQuestionInputSchema,
  'PATCH /workspaces/:id/questions/:questionId': updateQuestionInputSchema,
  'PUT /workspaces/:id/questions/:questionId/answers/:answerId': updateAnswerInputSchema,
  'POST /workspaces/:id/test-runs': startRunInputSchema,
  'POST /datasets/:id/documents/retry': retryDocumentsInputSchema,
  'POST /datasets/:id/documents/reprocess': documentSelectionSchema,
  'POST /datasets/:id/documents/batch': writeOperationsSchema,
  'POST /datasets/:id/documents/delete': deleteDocumentsInputSchema,
  'POST /datasets/:id/documents/download': downloadDocumentsInputSchema,
  'PATCH /datasets/:id/documents/metadata': editMetadataInputSchema,
  'POST /datasets/:id/documents/restore': restoreDocumentsInputSchema,
  'POST /telemetry': telemetryBatchSchema,
};

/** Routes without a JSON body. */
const BODILESS = new Set([
  'POST /accounts/login/recovery',
  'POST /accounts/totp',
  'POST /accounts/recovery-codes',
  'PUT /accounts/sessions',
  'POST /accounts/logout',
  'POST /accounts/passkeys/options',
  'POST /accounts/login/passkey/options',
  'POST /accounts/reauthenticate/passkey/options',
  'POST /accounts/login/sso/link',
  'POST /accounts/login/sso/backchannel-logout/:organizationId',
  'POST /organizations/:id/domains/:domainId/mail',
  'POST /organizations/:id/leave',
  'POST /organizations/:id/invitations/:invitationId/resend',
  'POST /organizations/:id/webhooks/:webhookId/test',
  'POST /organizations/:id/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  'PUT /workspaces/:id/datasets/:datasetId',
  'POST /datasets/:id/archives',
  'POST /datasets/:id/uploads',
  'PATCH /datasets/:id/uploads/:uploadId',
  'POST /datasets/:id/archives/:archiveId/sync',
  'POST /datasets/:id/archives/:archiveId/pause',
  'POST /datasets/:id/archives/:archiveId/resume',
  'POST /datasets/:id/archives/:archiveId/cancel',
  'POST /datasets/:id/documents/:documentId/replace',
  'PUT /datasets/:id/documents/by-path',
  'POST /workspaces/:id/questions/csv',
]);

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;
let apiKey: string;
/** The ids for the parameters of paths, by the segment before the parameter. */
let ids: Record<string, string>;

beforeAll(async () => {
  fixture = await createServerFixture();
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
  apiKey = await createApiKey(owner, organizationId, { scopes: API_KEY_SCOPES });
  const create = async (path: string) => {
    const response = await owner.call('POST', path, { organizationId, json: { name: 'Real' } });
    return (await readJson<{ id: string }>(response)).id;
  };
  ids = {
    organizations: organizationId,
    workspaces: await create('/workspaces'),
    datasets: await create('/datasets'),
    members: (await fixture.member(organizationId, 'Viewer')).accountId,
  };
});

afterAll(async () => {
  await fixture.close();
});

/** Every registered route once: Hono lists a route with each of its middlewares. */
const routes = () => [
  ...new Set(
    fixture.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
  ),
];

/** The path of a route, with a real id or `id` for each parameter. */
const pathOf = (route: string, id?: string) =>
  route.slice(route.indexOf(' ') + 1).replaceAll(/(\w+)\/:\w+/g, (_, noun: string) => {
    return `${noun}/${id ?? ids[noun] ?? organizationId}`;
  });

/** T7: no response is a 5xx, and every refusal has a sentence. */
async function expectSentence(response: Response): Promise<void> {
  const body = await readResponse(response);
  expect(response.status).toBeLessThan(500);
  const message = response.status < 400 ? 'Done.' : parse(errorBodySchema, body).message;
  expect(message).toMatch(/^\S[^\n]{3,500}$/);
}

/** Calls as the Owner, or with an API key that has every scope. */
const call = (
  method: string,
  path: string,
  { address, isByKey, body }: { address: number; isByKey: boolean; body?: string },
) =>
  (isByKey ? fixture.visitor() : owner).call(method, path, {
    organizationId,
    headers: {
      ...(isByKey && { Authorization: `Bearer ${apiKey}` }),
      // Different addresses, so that rate limits refuse few requests.
      'X-Forwarded-For': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
      // No jobs run that writes could wait for.
      Prefer: 'wait=0',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  });

const address = fc.nat(0xff_ffff);

test('every route with a JSON body is fuzzed', () => {
  const withJson = routes().filter(
    (route) => !/^(?:GET|DELETE|OPTIONS) /.test(route) && !BODILESS.has(route),
  );
  expect(withJson.sort()).toEqual(Object.keys(SCHEMAS).sort());
});

const BODIES = hardCount(400, 10_000);

test(`T7: ${BODIES} fuzzed bodies over all routes get a sentence, and never a 5xx`, async () => {
  const requests = fc
    .constantFrom(...Object.entries(SCHEMAS))
    .chain(([route, schema]) =>
      fc.tuple(fc.constant(route), jsonFor(schema), address, fc.boolean()),
    );
  await fc.assert(
    fc.asyncProperty(requests, async ([route, body, from, isByKey]) => {
      const [method = ''] = route.split(' ');
      await expectSentence(await call(method, pathOf(route), { address: from, isByKey, body }));
    }),
    { seed: SEED, numRuns: BODIES },
  );
  expect((await owner.call('GET', '/accounts/current')).status).toBe(200);
}, 600_000);

const PARAMETERS = [
  'page', 'limit', 'cursor', 'path', 'q', 'status', 'outcome', 'day', 'offset', 'person', 'action',
  'sync', 'delete_orphans', 'organization_id', 'query', 'against', 'kind', 'folder', 'sort', 'order',
  'changed_from', 'changed_to', 'size_min', 'size_max', 'metadata.author', 'metadata.',
]; // prettier-ignore

const ODD_TEXTS = [
  '', '0', '-1', '1', '1e400', '99999999999999999999', 'NaN', 'null', '[]', '{}', '%00', '\u0000',
  '\ud800', '../..', "' OR 1=1 --", 'WyJmb2xkZXIiLCIiLCIiXQ', 'x'.repeat(5000), '2026-02-30', '🙂',
]; // prettier-ignore

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary' }), fc.uuid());

const QUERIES = hardCount(300, 10_000);

test(`T7: ${QUERIES} fuzzed paths and queries over all routes get a sentence, and never a 5xx`, async () => {
  const requests = fc.tuple(
    fc.constantFrom(...routes()),
    fc.option(oddText, { nil: undefined }),
    fc.dictionary(fc.constantFrom(...PARAMETERS), oddText, { maxKeys: 4 }),
    address,
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(requests, async ([route, id, query, from, isByKey]) => {
      const [method = ''] = route.split(' ');
      if (route === 'POST /accounts/logout') return;
      // DELETE must not delete the objects of the other calls.
      const segment = method === 'DELETE' ? (id ?? 'x') : id;
      const path = pathOf(route, segment && encodeURIComponent(segment.toWellFormed()));
      const search = new URLSearchParams(query).toString();
      await expectSentence(await call(method, `${path}?${search}`, { address: from, isByKey }));
    }),
    { seed: SEED, numRuns: QUERIES },
  );
  expect((await owner.call('GET', '/accounts/current')).status).toBe(200);
}, 600_000);
