import type { AccessDraft, PersonOrGroup } from './access-draft.ts';
import type { AccessObject } from './access-object.ts';

/** Who may see a dataset or workspace, and what that means. */
export const ACCESS_LABELS: Record<AccessDraft['access'], { label: string; meaning: string }> = {
  organization: {
    label: 'Everybody in the organization',
    meaning: 'Every member sees it, with what their role in the organization allows.',
  },
  named: {
    label: 'Only named people and groups',
    meaning: 'Owners and Admins of the organization always keep control of it.',
  },
};

export const KIND_LABELS: Record<PersonOrGroup['kind'], string> = {
  person: 'Person',
  group: 'Group',
};

/** What each of `ACCESS_ROLES` may do. */
export const ROLES_HINTS: Record<AccessObject['kind'], string> = {
  dataset:
    'A Manager also changes settings and access, an Editor adds and changes documents, a Reader opens documents, and a Searcher searches and asks, and cannot open or download documents.',
  workspace:
    'A Manager also changes the workspace and its access, an Editor attaches datasets, keeps its tests and sees what people ask, a Reader sees the tests, and a Searcher only searches and asks.',
};
