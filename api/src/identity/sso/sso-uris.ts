const BASE = '/api/v1/accounts/login/sso';

/**
 * Where the provider of an organization sends people back to. Each has its own: a code that another provider issued
 * does not arrive here, also if it does not name itself (RFC 9700, section 4.4).
 */
export const redirectUri = (publicUrl: string, organizationId: string) =>
  `${publicUrl}${BASE}/callback/${organizationId}`;

/** Where it says that a session has ended (OpenID Connect Back-Channel Logout). */
export const logoutUri = (publicUrl: string, organizationId: string) =>
  `${publicUrl}${BASE}/backchannel-logout/${organizationId}`;
