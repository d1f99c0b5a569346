import { GROUP_SCHEMA } from './groups/group-resource.ts';
import { USER_SCHEMA } from './users/user-resource.ts';

interface AttributeOptions {
  description: string;
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  subAttributes?: object[];
  referenceTypes?: string[];
}

/** Returns an attribute of a schema: RFC 7643 (7). */
function attribute(name: string, { description, ...options }: AttributeOptions) {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...options,
  };
}

const USER_ATTRIBUTES = [
  attribute('userName', {
    description: 'The name of the user in the directory.',
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', {
    description: 'The parts of the name of an account that is created for the user.',
    type: 'complex',
    subAttributes: [
      attribute('formatted', { description: 'The whole name.' }),
      attribute('familyName', { description: 'The last name.' }),
      attribute('givenName', { description: 'The first name.' }),
    ],
  }),
  attribute('displayName', { description: 'The name that the directory shows.' }),
  attribute('active', {
    description: 'Whether the user is a member of the organization.',
    type: 'boolean',
  }),
  attribute('emails', {
    description: 'Addresses. The account of the user is found by the primary one.',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', { description: 'The address.' }),
      attribute('type', { description: 'What it is for, such as work.' }),
      attribute('primary', { description: 'Whether it is the primary one.', type: 'boolean' }),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', {
    description: 'The name of the group.',
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', {
    description: 'The users in the group.',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', {
        description: 'The id of a user.',
        caseExact: true,
        mutability: 'immutable',
      }),
      attribute('display', { description: 'The userName.', mutability: 'readOnly' }),
      attribute('type', { description: 'User.', mutability: 'immutable' }),
      attribute('$ref', {
        description: 'The address of the user.',
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
        mutability: 'immutable',
      }),
    ],
  }),
];

/** Returns the schemas of what this server keeps. `base` is the address of all resources. */
export function schemasAt(base: string) {
  const schema = (id: string, name: string, description: string, attributes: object[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  return [
    schema(USER_SCHEMA, 'User', 'A user of the directory', USER_ATTRIBUTES),
    schema(GROUP_SCHEMA, 'Group', 'A group of the directory', GROUP_ATTRIBUTES),
  ];
}

/** Returns the kinds of resources. */
export function resourceTypesAt(base: string) {
  const kind = (id: string, endpoint: string, schema: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    description: `The ${endpoint.slice(1).toLowerCase()} of the directory`,
    endpoint,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  });
  return [kind('User', '/Users', USER_SCHEMA), kind('Group', '/Groups', GROUP_SCHEMA)];
}
