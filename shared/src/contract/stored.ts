import * as v from 'valibot';

/** Keys of local storage. */
export const STORAGE_KEYS = {
  selectedOrganization: 'last-selected-organization-id',
  theme: 'vite-ui-theme',
  emailCooldowns: 'emailConfirmationCooldowns',
} as const;

/** Key of local storage: the ids of organizations that the user is a guest of, separated by spaces. */
export const GUEST_ORGANIZATIONS = 'carrel-guest-organizations';

/** Key of local storage: a value that each refresh of the session replaces. */
export const SESSION_STAMP = 'carrel-session-refreshed';

export const THEMES = ['light', 'dark', 'system'] as const;

export const themeSchema = v.picklist(THEMES);

export type Theme = v.InferOutput<typeof themeSchema>;

/** When a confirmation may be sent again, in milliseconds since the epoch, keyed by e-mail id. */
export const emailCooldownsSchema = v.record(v.string(), v.number());

export type EmailCooldowns = v.InferOutput<typeof emailCooldownsSchema>;

/** `true` or `false`, for `SIDEBAR_COOKIE_SECONDS`. */
export const SIDEBAR_COOKIE = 'sidebar_state';
export const SIDEBAR_COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** Readable by scripts, present while a session may exist. A server need not give it. */
export const SIGNED_IN_COOKIE = 'carrel_signed_in';
