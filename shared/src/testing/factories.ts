import type {
  Archive,
  CurrentUser,
  Dataset,
  Document,
  DocumentList,
  Email,
  Member,
  Navigation,
  NavigationItem,
  Organization,
  Role,
  Session,
  StatusCounts,
  Workspace,
} from '../contract/public.ts';
import { ROLE_NAMES } from '../contract/public.ts';

const CREATED_AT = '2026-11-20T09:30:00.000Z';

/** Returns a valid UUID for a number, always the same. */
export function makeId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function makeUser(overrides: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: makeId(1),
    first_name: 'Ada',
    last_name: 'Lovelace',
    email_addresses: [['ada@example.com', true]],
    memberships: { [makeId(100)]: { organization_name: 'Analytical Engines', role_name: 'Owner' } },
    ...overrides,
  };
}

/** The four roles that every organization starts with. */
export function makeRoles(): Role[] {
  return ROLE_NAMES.map((name, index) => ({ id: makeId(200 + index), name }));
}

export function makeOrganization(overrides: Partial<Organization> = {}): Organization {
  return {
    id: makeId(100),
    name: 'Analytical Engines',
    description: 'Engines of the analytical kind',
    roles: makeRoles(),
    ...overrides,
  };
}

export function makeMember(overrides: Partial<Member> = {}): Member {
  return {
    account: { id: makeId(1), first_name: 'Ada', last_name: 'Lovelace' },
    role: { id: makeId(200), name: 'Owner' },
    ...overrides,
  };
}

export function makeEmail(overrides: Partial<Email> = {}): Email {
  return { id: makeId(300), address: 'ada@example.com', confirmed: true, ...overrides };
}

export function makeSession(overrides: Partial<Session> = {}): Session {
  return {
    id: makeId(400),
    active: false,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    client_ip: '192.0.2.1',
    created_at: CREATED_AT,
    expires_at: '2026-12-20T09:30:00.000Z',
    ...overrides,
  };
}

export function makeWorkspace(overrides: Partial<Workspace> = {}): Workspace {
  return { id: makeId(500), name: 'Research', description: 'Papers and notes', ...overrides };
}

export function makeDataset(overrides: Partial<Dataset> = {}): Dataset {
  return { id: makeId(600), name: 'Handbook', description: 'How things are done', ...overrides };
}

export function makeArchive(overrides: Partial<Archive> = {}): Archive {
  return {
    id: makeId(700),
    name: 'handbook.zip',
    created_at: CREATED_AT,
    size: 4096,
    sync: true,
    delete_orphans: false,
    purge_on_completion: true,
    ...overrides,
  };
}

export function makeDocument(overrides: Partial<Document> = {}): Document {
  return {
    id: makeId(800),
    name: 'welcome.md',
    path: 'welcome.md',
    size: 2048,
    status: 'embedded',
    created_at: CREATED_AT,
    ...overrides,
  };
}

/** Counts by status; `total` is their sum unless it is set. */
export function makeStatusCounts(overrides: Partial<StatusCounts> = {}): StatusCounts {
  const counts = {
    ingested: 0,
    partitioned: 0,
    partitioning_error: 0,
    chunked: 0,
    chunking_error: 0,
    embedded: 0,
    embedding_error: 0,
    ...overrides,
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { total, ...counts };
}

export function makeDocumentList(overrides: Partial<DocumentList> = {}): DocumentList {
  const status_counts = overrides.status_counts ?? makeStatusCounts();
  return {
    pagination: { page: 1, limit: 50, total_count: status_counts.total },
    documents: [],
    ...overrides,
    status_counts,
  };
}

export function makeNavigationItem(overrides: Partial<NavigationItem> = {}): NavigationItem {
  if (overrides.item_type === 'folder') {
    return {
      item_type: 'folder',
      name: 'guides',
      path: 'guides',
      created_at: CREATED_AT,
      ...overrides,
    };
  }
  return {
    item_type: 'document',
    name: 'welcome.md',
    path: 'welcome.md',
    created_at: CREATED_AT,
    size: 2048,
    status: 'embedded',
    document_id: makeId(800),
    ...overrides,
  };
}

export function makeNavigation(overrides: Partial<Navigation> = {}): Navigation {
  return {
    breadcrumbs: [],
    items: [makeNavigationItem({ item_type: 'folder' }), makeNavigationItem()],
    ...overrides,
  };
}
