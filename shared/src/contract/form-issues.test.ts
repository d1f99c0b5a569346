import { describe, expect, test } from 'vitest';

import { hiddenIssuesOf } from '../testing/form-issues.ts';
import {
  acceptInvitationInputSchema,
  emailAddressInputSchema,
  loginInputSchema,
  registerInputSchema,
  resetPasswordInputSchema,
} from './accounts.ts';
import {
  changeRoleInputSchema,
  createOrganizationInputSchema,
  inviteMemberInputSchema,
} from './organizations.ts';
import { confirmPasswordInputSchema, totpCodeInputSchema } from './sign-in/second-step.ts';
import { createWorkspaceInputSchema } from './workspaces.ts';

const email_address = 'ada@example.com';
const password = 'correct horse';
const role_id = '0d5c7c0e-6c0b-4a57-9d3f-0d6f3a1f2b11';
const person = { first_name: 'Ada', last_name: 'Lovelace' };
const described = { name: 'Library', description: 'Books' };

describe('every issue of a form belongs to a field', () => {
  test.each([
    ['sign-in', loginInputSchema, { email_address, password }],
    ['password', confirmPasswordInputSchema, { password }],
    ['code', totpCodeInputSchema, { code: '123456' }],
    ['registration', registerInputSchema, { ...person, email_address, password }],
    ['e-mail address', emailAddressInputSchema, { email_address }],
    ['reset', resetPasswordInputSchema, { token: 'abc', new_password: password }],
    ['invitation', acceptInvitationInputSchema, { ...person, password, invitation_token: 'abc' }],
    ['organization', createOrganizationInputSchema, described],
    ['workspace', createWorkspaceInputSchema, described],
    ['invite', inviteMemberInputSchema, { email_address, role_id, workspace_id: role_id }],
    ['role', changeRoleInputSchema, { role_id }],
  ] as const)('%s', (_, schema, valid) => {
    expect(hiddenIssuesOf(schema, valid)).toEqual({ elsewhere: [], notRaised: [] });
  });
});
