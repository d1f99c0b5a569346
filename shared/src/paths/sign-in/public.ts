// The sign-in page is shown before any of these is called: they are loaded after it.
const BASE = 'api/v1';

/** The URLs of API calls about factors, single sign-on and provisioning, as those of `apiPaths`. */
export const signInPaths = {
  secondStep: () => `${BASE}/accounts/login/second-step`,
  accountRecovery: () => `${BASE}/accounts/login/recovery`,
  stopRecovery: () => `${BASE}/accounts/login/recovery/stop`,
  completeRecovery: () => `${BASE}/accounts/login/recovery/complete`,
  signInPolicy: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/sign-in-policy`,
  factors: () => `${BASE}/accounts/factors`,
  password: () => `${BASE}/accounts/password`,
  totp: () => `${BASE}/accounts/totp`,
  recoveryCodes: () => `${BASE}/accounts/recovery-codes`,
  trustedBrowsers: () => `${BASE}/accounts/trusted-browsers`,
  passkeys: () => `${BASE}/accounts/passkeys`,
  passkeyOptions: () => `${BASE}/accounts/passkeys/options`,
  passkey: (passkeyId: string) => `${BASE}/accounts/passkeys/${encodeURIComponent(passkeyId)}`,
  passkeyLogin: () => `${BASE}/accounts/login/passkey`,
  passkeyLoginOptions: () => `${BASE}/accounts/login/passkey/options`,
  passkeyReauthentication: () => `${BASE}/accounts/reauthenticate/passkey`,
  passkeyReauthenticationOptions: () => `${BASE}/accounts/reauthenticate/passkey/options`,
  sso: () => `${BASE}/accounts/login/sso`,
  ssoLink: () => `${BASE}/accounts/login/sso/link`,
  reauthenticateByMail: () => `${BASE}/accounts/reauthenticate/mail`,
  reauthenticateBySso: () => `${BASE}/accounts/reauthenticate/sso`,
  provisioning: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/provisioning`,
  provisionedGroup: (organizationId: string, groupId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/provisioning/groups/${encodeURIComponent(groupId)}`,
  domains: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/domains`,
  domain: (organizationId: string, domainId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/domains/${encodeURIComponent(domainId)}`,
  verifyDomain: (organizationId: string, domainId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/domains/${encodeURIComponent(domainId)}/verify`,
  mailDomainCode: (organizationId: string, domainId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/domains/${encodeURIComponent(domainId)}/mail`,
  identityProvider: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/identity-provider`,
  testIdentityProvider: (organizationId: string) =>
    `${BASE}/organizations/${encodeURIComponent(organizationId)}/identity-provider/test`,
} as const;
