import { fakeShell, makeUser, renderScreen } from '@carrel/shared/testing';
import type { RenderedScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';

import { AcceptInvitationPage } from '../invitation/accept-invitation-page.tsx';
import { PasswordResetPage } from '../password-reset/password-reset-page.tsx';
import { ResetByLinkPage } from '../password-reset/reset-by-link-page.tsx';
import { RegistrationPage } from '../registration/registration-page.tsx';
import { SignInPage } from '../sign-in/sign-in-page.tsx';

/** A public form: its screen, its fields and its button. */
export interface PublicForm {
  page: ReactNode;
  path: string;
  route?: string;
  button: string;
  /** Valid values by the label of their field. */
  valid: Record<string, string>;
  /** `autocomplete` of each field, by its label. */
  autocomplete: Record<string, string>;
}

const PERSON = { 'First name': 'Ada', 'Last name': 'Lovelace' };
const NAMES = { 'First name': 'given-name', 'Last name': 'family-name' };
const NEW_PASSWORD = 'new-password';

export const forms = {
  'sign-in': {
    page: <SignInPage />,
    path: '/login',
    button: 'Sign in',
    valid: { Email: 'ada@example.com', Password: 'x' },
    autocomplete: { Email: 'username webauthn', Password: 'current-password' },
  },
  registration: {
    page: <RegistrationPage />,
    path: '/register',
    button: 'Create account',
    valid: { ...PERSON, Email: 'ada@example.com', Password: 'correct horse' },
    autocomplete: { ...NAMES, Email: 'email', Password: NEW_PASSWORD },
  },
  'reset request': {
    page: <PasswordResetPage />,
    path: '/password-reset',
    button: 'Send reset email',
    valid: { Email: 'ada@example.com' },
    autocomplete: { Email: 'username' },
  },
  reset: {
    page: <PasswordResetPage />,
    path: '/password-reset?token=abc',
    route: '/password-reset',
    button: 'Reset password',
    valid: { 'New password': 'correct horse' },
    autocomplete: { 'New password': NEW_PASSWORD },
  },
  'reset by link': {
    page: <ResetByLinkPage />,
    path: '/accounts/reset-password/abc',
    route: '/accounts/reset-password/:token?',
    button: 'Reset password',
    valid: { 'New password': 'correct horse', 'Confirm password': 'correct horse' },
    autocomplete: { 'New password': NEW_PASSWORD, 'Confirm password': NEW_PASSWORD },
  },
  'accept invitation': {
    page: <AcceptInvitationPage />,
    path: '/organizations/accept-invitation/abc',
    route: '/organizations/accept-invitation/:token?',
    button: 'Create Account & Join Organization',
    valid: { ...PERSON, Password: 'correct horse', 'Confirm password': 'correct horse' },
    autocomplete: { ...NAMES, Password: NEW_PASSWORD, 'Confirm password': NEW_PASSWORD },
  },
} as const satisfies Record<string, PublicForm>;

export type FormName = keyof typeof forms;

export const formOf = (name: FormName): PublicForm => forms[name];

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Opens the page of a form as a guest. */
export function openForm({ page, path, route = path }: PublicForm): RenderedScreen {
  const [pathname = '', query] = path.split('?');
  return renderScreen(page, {
    path: { pathname, ...(query === undefined ? {} : { search: `?${query}` }) },
    route,
    shell: fakeShell({ user: null, reloadUser: async () => makeUser() }),
  });
}

/** Replaces the texts of fields by pasting. */
export async function fill(values: Record<string, string>): Promise<void> {
  const user = userEvent.setup();
  for (const [label, text] of Object.entries(values)) {
    await user.clear(field(label));
    if (text !== '') await user.paste(text);
  }
}

export const submitButton = ({ button }: PublicForm) =>
  screen.getByRole('button', { name: button });
