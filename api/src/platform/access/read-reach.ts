import { BoundedCache } from '../bounded-cache.ts';
import { EVERYTHING, limitReach, type Reach } from '../database/reach.ts';
import { forbidden, notFound } from '../http/problems.ts';
import { ACCESS_VERSION, objectOfPath, REACH } from './object-access.ts';

/** What the known reaches of all members take at most. That of 500 datasets takes some 40 KiB. */
const KNOWN_BYTES = 32 * 1024 ** 2;

/** What a member can reach. */
interface MemberReach extends Reach {
  isGuest?: true;
  /** Whether the caller keeps what is out of reach: its settings, and who may see it, but not what is in it. */
  isKeeper?: boolean;
}

/** Whom a route is open to besides members who see what it is about. */
export interface OpenToMembers {
  /** Guests of the organization. */
  guests?: true;
  /** Owners and Admins who may not see what is in it. */
  keepers?: true;
}

interface ReadReach {
  version: string | null;
  /** Null where the version is the known one. */
  reach: MemberReach | null;
}

interface KnownReach {
  version: string;
  isGuest: boolean;
  isKeeper: boolean;
  reach: Reach;
}

/** The reach of members as it was read last, which holds for as long as its version is that of the organization. */
const known = new BoundedCache<KnownReach>({ bytes: KNOWN_BYTES });

/**
 * Finds what a member can reach, and sets it for what runs for the caller. `query` is not a tenant's. With `version`,
 * which was read together with the caller's rights, nothing is read where the reach of that version is known.
 * @throws {Problem} 404 for who is no member any more, 403 for a guest, or for somebody who may not see what is in the
 * dataset or workspace of the path, where the route is not open to them.
 */
export async function readReach(
  query: (sql: string, parameters: readonly unknown[]) => Promise<ReadReach[]>,
  member: { organizationId: string; accountId: string },
  { path, guests, keepers }: OpenToMembers & { path: string },
  version = '',
): Promise<void> {
  const { isGuest, isKeeper, reach } = await findReach(query, member, version);
  if (isGuest && guests === undefined) throw forbidden(GUEST);
  if (!isKeeper) return limitReach(reach);
  if (keepers === true) return limitReach({ ...EVERYTHING, kept: reach.unreachable });
  limitReach(reach);
  const object = objectOfPath(path);
  if (object !== undefined && reach.unreachable.includes(object.id)) {
    throw forbidden(`Take access to see what is in this ${object.kind}.`);
  }
}

async function findReach(
  query: (sql: string, parameters: readonly unknown[]) => Promise<ReadReach[]>,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  version: string,
): Promise<Omit<KnownReach, 'version'>> {
  const before = known.get(accountId, organizationId);
  if (before !== undefined && before.version === version) return before;
  const [read] = await query(
    `SELECT v.version, CASE WHEN v.version IS DISTINCT FROM $3::uuid OR v.version IS NULL THEN ${REACH} END AS reach
     FROM memberships m
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     CROSS JOIN LATERAL (SELECT ${ACCESS_VERSION} AS version) v
     WHERE m.organization_id = $1 AND m.account_id = $2`,
    [organizationId, accountId, before?.version ?? null],
  );
  // Who is no member any more has no reach, and nothing to read by it.
  if (read === undefined) throw notFound('organization');
  if (read.reach === null) {
    if (before === undefined) throw new Error('A reach was neither known nor read');
    return before;
  }
  const { isGuest = false, isKeeper = false, ...reach } = read.reach;
  const found = { isGuest, isKeeper, reach };
  if (read.version !== null) {
    const bytes = 2 * JSON.stringify(reach).length;
    known.set(accountId, { ...found, version: read.version }, { bytes, tenant: organizationId });
  }
  return found;
}

const GUEST = 'A guest sees one workspace of the organization, and nothing else.';
