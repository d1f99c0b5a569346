import type { DuplicateKind } from '@carrel/shared/contract';

/**
 * The hashes `h` of groups of a kind, the documents `d` that have them, and their signatures `s`. A document whose bytes
 * were replaced is in no group until it is processed. Policies leave out what the caller does not see, so that groups
 * and counts are made without it.
 */
export const membersOf = (kind: DuplicateKind) => `duplicate_hashes h
  JOIN document_signatures s ON s.organization_id = h.organization_id AND s.dataset_id = h.dataset_id
    AND s.${kind === 'equal' ? 'sha256' : 'text_hash'} = h.hash
  JOIN documents d ON d.organization_id = s.organization_id AND d.id = s.document_id AND d.dataset_id = s.dataset_id
    AND d.sha256 IS NOT DISTINCT FROM s.sha256`;

/** What `s` has at least two of in a group of a kind: else it is a group of another, or none. */
const DIFFERENT: Record<DuplicateKind, string> = {
  equal: 's.document_id',
  equal_text: 's.sha256',
  nearly_equal: 's.text_hash',
};

/** The condition on the members of a group, as an aggregate. */
export const isGroup = (kind: DuplicateKind) => `count(DISTINCT ${DIFFERENT[kind]}) > 1`;

/** A dismissal `x` that holds for a document and a group `g`: its content is the one of which it was said. */
export const DISMISSALS = `LEFT JOIN duplicate_dismissals x ON x.organization_id = h.organization_id
    AND x.group_id = h.group_id AND x.document_id = d.id AND x.hash = h.hash`;
