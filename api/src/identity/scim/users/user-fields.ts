import { emailAddressSchema } from '@carrel/shared/contract';
import * as v from 'valibot';

import { addressKey } from '../../../platform/access/address-key.ts';
import {
  attributesOf,
  booleanOf,
  isObject,
  listOf,
  textOf,
  type Attributes,
} from '../messages/read-attributes.ts';
import { invalidValue } from '../scim-problem.ts';

/** An address of a user, as the directory sends it. */
export interface UserEmail {
  value: string;
  type?: string;
  primary?: boolean;
}

/** What a directory says of a user and this server keeps. Other attributes are ignored. */
export interface UserFields {
  userName: string;
  externalId: string | null;
  active: boolean;
  givenName: string | null;
  familyName: string | null;
  formattedName: string | null;
  displayName: string | null;
  emails: UserEmail[];
}

const EMAILS_MAX = 20;

/**
 * Returns the fields of a user.
 * @param wasActive What `active` is where the directory does not say it.
 */
export function readUser(attributes: Attributes, wasActive = true): UserFields {
  const userName = textOf('userName', attributes.get('username'));
  if (userName === null) throw invalidValue('userName is required.');
  const sent = attributes.get('name');
  const name: Attributes =
    sent === undefined || sent === null ? new Map<string, unknown>() : attributesOf(sent);
  return {
    userName,
    externalId: textOf('externalId', attributes.get('externalid')),
    active: booleanOf('active', attributes.get('active')) ?? wasActive,
    givenName: textOf('name.givenName', name.get('givenname')),
    familyName: textOf('name.familyName', name.get('familyname')),
    formattedName: textOf('name.formatted', name.get('formatted')),
    displayName: textOf('displayName', attributes.get('displayname')),
    emails: emailsOf(attributes.get('emails')),
  };
}

function emailsOf(sent: unknown): UserEmail[] {
  const list = listOf(sent);
  if (list.length > EMAILS_MAX) throw invalidValue(`A user has at most ${EMAILS_MAX} emails.`);
  return list.flatMap((each) => {
    const email = attributesOf(isObject(each) ? each : { value: each });
    const value = textOf('emails.value', email.get('value'));
    if (value === null) return [];
    const type = textOf('emails.type', email.get('type'));
    const primary = booleanOf('emails.primary', email.get('primary'));
    return [
      { value, ...(type === null ? {} : { type }), ...(primary === undefined ? {} : { primary }) },
    ];
  });
}

/** Returns the fields as attributes again, for a patch to change. */
export function attributesOfUser(fields: UserFields): Map<string, unknown> {
  const name = {
    givenname: fields.givenName,
    familyname: fields.familyName,
    formatted: fields.formattedName,
  };
  return new Map<string, unknown>([
    ['username', fields.userName],
    ['externalid', fields.externalId],
    ['active', fields.active],
    ['displayname', fields.displayName],
    ['name', new Map(Object.entries(name))],
    ['emails', fields.emails.map((email) => new Map(Object.entries(email)))],
  ]);
}

/**
 * Returns the address by which a user has an account: the primary one, one of work, another one, or else the name.
 * Null for a user without an address, who cannot become a member.
 */
export function addressOf({ emails, userName }: UserFields): string | null {
  const ordered = [
    ...emails.filter(({ primary }) => primary === true),
    ...emails.filter(({ type }) => type?.toLowerCase() === 'work'),
    ...emails,
    { value: userName },
  ];
  for (const { value } of ordered) {
    const parsed = v.safeParse(emailAddressSchema, value);
    if (parsed.success) return parsed.output;
  }
  return null;
}

/** Returns the keys by which the addresses of a user are found. */
export const emailKeysOf = ({ emails }: UserFields): string[] => [
  ...new Set(emails.map(({ value }) => addressKey(value))),
];
