import { apiPath } from '../path.ts';

// The sign-in page is shown before any of these is called: they are loaded after it.
/** The URLs of API calls about factors, single sign-on and provisioning, as those of `apiPaths`. */
export const signInPaths = {
  secondStep: () => apiPath`/accounts/login/second-step`,
  accountRecovery: () => apiPath`/accounts/login/recovery`,
  stopRecovery: () => apiPath`/accounts/login/recovery/stop`,
  completeRecovery: () => apiPath`/accounts/login/recovery/complete`,
  signInPolicy: (organizationId: string) =>
    apiPath`/organizations/${organizationId}/sign-in-policy`,
  factors: () => apiPath`/accounts/factors`,
  password: () => apiPath`/accounts/password`,
  totp: () => apiPath`/accounts/totp`,
  recoveryCodes: () => apiPath`/accounts/recovery-codes`,
  trustedBrowsers: () => apiPath`/accounts/trusted-browsers`,
  passkeys: () => apiPath`/accounts/passkeys`,
  passkeyOptions: () => apiPath`/accounts/passkeys/options`,
  passkey: (passkeyId: string) => apiPath`/accounts/passkeys/${passkeyId}`,
  passkeyLogin: () => apiPath`/accounts/login/passkey`,
  passkeyLoginOptions: () => apiPath`/accounts/login/passkey/options`,
  passkeyReauthentication: () => apiPath`/accounts/reauthenticate/passkey`,
  passkeyReauthenticationOptions: () => apiPath`/accounts/reauthenticate/passkey/options`,
  sso: () => apiPath`/accounts/login/sso`,
  ssoLink: () => apiPath`/accounts/login/sso/link`,
  reauthenticateByMail: () => apiPath`/accounts/reauthenticate/mail`,
  reauthenticateBySso: () => apiPath`/accounts/reauthenticate/sso`,
  provisioning: (organizationId: string) => apiPath`/organizations/${organizationId}/provisioning`,
  provisionedGroup: (organizationId: string, groupId: string) =>
    apiPath`/organizations/${organizationId}/provisioning/groups/${groupId}`,
  domains: (organizationId: string) => apiPath`/organizations/${organizationId}/domains`,
  domain: (organizationId: string, domainId: string) =>
    apiPath`/organizations/${organizationId}/domains/${domainId}`,
  verifyDomain: (organizationId: string, domainId: string) =>
    apiPath`/organizations/${organizationId}/domains/${domainId}/verify`,
  mailDomainCode: (organizationId: string, domainId: string) =>
    apiPath`/organizations/${organizationId}/domains/${domainId}/mail`,
  identityProvider: (organizationId: string) =>
    apiPath`/organizations/${organizationId}/identity-provider`,
  testIdentityProvider: (organizationId: string) =>
    apiPath`/organizations/${organizationId}/identity-provider/test`,
} as const;
