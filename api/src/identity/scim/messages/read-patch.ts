import { parsePath, type AttributePath } from '../read-path.ts';
import { attributesOf, isObject, type Attributes } from './read-attributes.ts';
import { invalidSyntax, ScimProblem } from '../scim-problem.ts';

const KINDS = ['add', 'replace', 'remove'] as const;

/** One change of a patch, of one attribute. */
export interface PatchOperation {
  op: (typeof KINDS)[number];
  path: AttributePath;
  value: unknown;
  /** Whether the path was a name in the value of an operation without a path. */
  isPathless: boolean;
}

/** Operations of one request, and changes that they are in total. */
const OPERATIONS_MAX = 1000;
const CHANGES_MAX = 2000;

/**
 * Returns the operations of a patch (RFC 7644, 3.5.2), whose kinds are in any case. An operation without a path is one
 * for each attribute of its value.
 */
export function readPatch(attributes: Attributes): PatchOperation[] {
  const operations = attributes.get('operations');
  if (!Array.isArray(operations) || operations.length === 0) {
    throw invalidSyntax('Operations must be a list of at least one operation.');
  }
  if (operations.length > OPERATIONS_MAX) {
    throw new ScimProblem(
      413,
      'tooMany',
      `A patch has at most ${OPERATIONS_MAX} operations. Send several.`,
    );
  }
  const changes = operations.flatMap((operation) => readOperation(attributesOf(operation)));
  if (changes.length > CHANGES_MAX) {
    throw new ScimProblem(413, 'tooMany', 'The patch changes too many attributes.');
  }
  return changes;
}

function readOperation(operation: Attributes): PatchOperation[] {
  const name = operation.get('op');
  const op = KINDS.find((kind) => typeof name === 'string' && kind === name.toLowerCase());
  if (op === undefined) throw invalidSyntax('The operations are add, replace, remove.');
  const path = operation.get('path');
  const value = operation.get('value');
  if (op !== 'remove' && value === undefined) throw invalidSyntax('An operation has no value.');
  if (typeof path === 'string' && path !== '') {
    return [{ op, path: parsePath(path), value, isPathless: false }];
  }
  if (path !== undefined && path !== null && path !== '') throw invalidSyntax('A path is a text.');
  if (op === 'remove') throw new ScimProblem(400, 'noTarget', 'A removal needs a path.');
  if (!isObject(value)) throw invalidSyntax('An operation without a path needs an object.');
  return Object.entries(value).map(([inner, each]) => ({
    op,
    path: parsePath(inner),
    value: each,
    isPathless: true,
  }));
}
