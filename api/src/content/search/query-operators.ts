import { DOCUMENT_KIND_NAMES, type SearchFilter } from '@carrel/shared/contract';

/** What `in:`, `kind:` and `name:` of a query say, and the query without them. */
export interface QueryOperators {
  query: string;
  /** Folders at any depth, by name or by the end of their path. */
  inFolders: string[];
  kinds: NonNullable<SearchFilter['kind']>;
  /** Parts of paths. */
  names: string[];
}

/** Operators that a query has at most; more are words. */
const OPERATORS_MAX = 20;
const OPERATORS = /(?<=^|\s)(in|kind|name):(?:"([^"]+)"|([^\s"]+))(?=\s|$)/giu;

/** Reads the operators of a query. What is none, such as a kind that does not exist, stays words. */
export function readOperators(query: string): QueryOperators {
  const operators: QueryOperators = { query, inFolders: [], kinds: [], names: [] };
  let count = 0;
  operators.query = query
    .replace(OPERATORS, (written, operator: string, quoted?: string, plain = '') => {
      const value = (quoted ?? plain).trim();
      if (value === '' || (count += 1) > OPERATORS_MAX) return written;
      switch (operator.toLowerCase()) {
        case 'in':
          operators.inFolders.push(value.replaceAll(/^\/+|\/+$/g, ''));
          return ' ';
        case 'name':
          operators.names.push(value);
          return ' ';
        default: {
          const kind = DOCUMENT_KIND_NAMES.find(
            (name) => name.toLowerCase() === value.toLowerCase(),
          );
          if (kind === undefined) return written;
          operators.kinds.push(kind);
          return ' ';
        }
      }
    })
    .trim();
  return operators;
}
