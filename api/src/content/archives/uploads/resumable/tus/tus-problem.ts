import { tooLargeSentence } from '@carrel/shared/contract/archive-rules';

import { Problem } from '../../../../../platform/http/problem.ts';
import {
  malformed,
  notFound,
  tooLarge,
  unexpected,
} from '../../../../../platform/http/problems.ts';
import { storageProblem } from '../../receive-archive.ts';
import { badMetadata, expired, overLength, wrongOffset } from '../upload-problems.ts';

/** Returns the response to a request that the library refused, or that failed in the store. */
export function problemOf(failure: unknown, status: number, maxBytes: number): unknown {
  if (failure instanceof Problem) return failure;
  if (failure instanceof Error && !('status_code' in failure)) {
    return storageProblem(failure, maxBytes);
  }
  switch (status) {
    case 400:
      return messageOf(failure).includes('Metadata') || failure === undefined
        ? badMetadata()
        : malformed('The request was cut off. Please try again.');
    case 404:
      return notFound('upload');
    case 409:
      return wrongOffset();
    case 410:
      return expired();
    case 413:
      return messageOf(failure).startsWith('Maximum')
        ? tooLarge(tooLargeSentence(maxBytes))
        : overLength();
    default:
      return unexpected();
  }
}

function messageOf(failure: unknown): string {
  const hasBody = typeof failure === 'object' && failure !== null && 'body' in failure;
  return hasBody ? String(failure.body) : '';
}
