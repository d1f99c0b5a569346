const BASE = 'api/v1';

/** The URLs of the API calls that the first screens of guests need, which `apiPaths` contains too. */
export const guestApiPaths = {
  login: () => `${BASE}/accounts/login`,
  register: () => `${BASE}/accounts/register`,
  logout: () => `${BASE}/accounts/logout`,
  currentUser: () => `${BASE}/accounts/current`,
  resetPassword: () => `${BASE}/accounts/reset-password`,
  confirmEmail: () => `${BASE}/accounts/confirm-email`,
  sessions: () => `${BASE}/accounts/sessions`,
  acceptInvitation: () => `${BASE}/accounts/accept-invitation`,
} as const;
