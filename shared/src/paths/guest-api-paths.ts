import { apiPath } from './path.ts';

/** The URLs of the API calls that the first screens of guests need, which `apiPaths` contains too. */
export const guestApiPaths = {
  login: () => apiPath`/accounts/login`,
  register: () => apiPath`/accounts/register`,
  logout: () => apiPath`/accounts/logout`,
  currentUser: () => apiPath`/accounts/current`,
  resetPassword: () => apiPath`/accounts/reset-password`,
  confirmEmail: () => apiPath`/accounts/confirm-email`,
  sessions: () => apiPath`/accounts/sessions`,
  readInvitation: () => apiPath`/accounts/invitation`,
  acceptInvitation: () => apiPath`/accounts/accept-invitation`,
} as const;
