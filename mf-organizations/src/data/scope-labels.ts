import type { ApiKeyScope } from '@carrel/shared/contract';

/** What each scope allows, in words. */
export const SCOPE_WORDS: Record<ApiKeyScope, { label: string; description: string }> = {
  search: { label: 'Search', description: 'Searches workspaces and datasets.' },
  'documents:read': {
    label: 'Read documents',
    description: 'Lists datasets and documents, and reads their text and files.',
  },
  'documents:write': {
    label: 'Write documents',
    description: 'Uploads, replaces and deletes documents.',
  },
  scim: {
    label: 'Provision members',
    description: 'Adds and removes members as your directory says, by SCIM.',
  },
};

const isScope = (scope: string): scope is ApiKeyScope => Object.hasOwn(SCOPE_WORDS, scope);

/** Returns a scope in words; one of a newer server as it is. */
export const scopeLabel = (scope: string): string =>
  isScope(scope) ? SCOPE_WORDS[scope].label : scope;
