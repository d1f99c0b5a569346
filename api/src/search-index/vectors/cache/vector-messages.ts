import type { MatrixCandidate, Segment } from './vector-matrix.ts';

/** The matrix of a dataset's vectors of one model. */
export interface AddSegments {
  type: 'add';
  key: string;
  segments: Segment[];
  /** The number up to which the matrix has every change. */
  version: number;
}

/** Does nothing where the matrix has changed since `version`. */
export interface RemoveDocuments {
  type: 'remove';
  key: string;
  version: number | undefined;
  documents: Uint8Array[];
}

export interface SearchMatrix {
  type: 'search';
  key: string;
  /** Of length 1. */
  query: Float32Array;
  limit: number;
  /** The documents to search in; undefined for all. */
  allowed: Uint8Array[] | undefined;
}

/** The version of a matrix; undefined where there is none. */
export interface VersionOf {
  type: 'version';
  key: string;
}

export type VectorRequest = AddSegments | RemoveDocuments | SearchMatrix | VersionOf;

export interface VectorThreadStart {
  /** Of all matrices together. */
  maxBytes: number;
}

/** `tooLarge`: the matrix alone takes more memory than all may. */
export type VectorOutput =
  | { version: number | undefined }
  | { tooLarge: true }
  | { candidates: MatrixCandidate[]; version: number | undefined };
