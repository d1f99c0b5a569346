import { messageOf } from '@carrel/shared/api';
import { metadataKeyFault, metadataValueFault } from '@carrel/shared/contract';
import type { MetadataValue } from '@carrel/shared/contract';

/** Sentences at the fields of a form. */
export interface MetadataFault {
  key?: string | undefined;
  value?: string | undefined;
}

/** Returns what is wrong with a key and its value, if there is one; undefined if nothing is. */
export function faultOf(key: string, value?: MetadataValue): MetadataFault | undefined {
  const faults = {
    key: metadataKeyFault(key),
    value: value === undefined ? undefined : metadataValueFault(value),
  };
  return faults.key === undefined && faults.value === undefined ? undefined : faults;
}

/** Returns the sentence of a failed request. */
export const failureText = (error: unknown): string =>
  messageOf(error, 'Failed to change the metadata. Please try again.');
