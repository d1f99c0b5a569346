/**
 * The operations that need a recent authentication, by their ids, and for whom: the account itself has to be
 * authenticated, or the organization of the request has to accept the authentication. A provider of single sign-on
 * vouches for its own organization alone.
 */
export const SENSITIVE_OPERATIONS = {
  changePassword: 'account',
  addEmail: 'account',
  removeEmail: 'account',
  startPasskey: 'account',
  addPasskey: 'account',
  removePasskey: 'account',
  enrolTotp: 'account',
  removeTotp: 'account',
  createRecoveryCodes: 'account',
  decideApproval: 'account',
  linkSso: 'account',
  deleteAccount: 'account',
  decideGrant: 'organization',
  createApiKey: 'organization',
  rotateApiKey: 'organization',
  createWebhook: 'organization',
  rotateWebhookSecret: 'organization',
  inviteMember: 'organization',
  changeRole: 'organization',
  setSignInPolicy: 'organization',
  saveIdentityProvider: 'organization',
  removeIdentityProvider: 'organization',
  removeDomain: 'organization',
  updateProvisioning: 'organization',
  updateProvisionedGroup: 'organization',
  deleteOrganization: 'organization',
} as const satisfies Record<string, 'account' | 'organization'>;

/** The id of an operation that needs a recent authentication. */
export type SensitiveOperation = keyof typeof SENSITIVE_OPERATIONS;
