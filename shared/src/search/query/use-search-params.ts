import { LIMITS, readSearchParams, writeSearchParams } from './search-params.ts';
import type { SearchParams } from './search-params.ts';
import { useTypedParams } from './use-typed-params.ts';
import type { ParamsCodec, TypedParams } from './use-typed-params.ts';

const CODEC: ParamsCodec<SearchParams> = {
  read: readSearchParams,
  write: writeSearchParams,
  onText: (params) => ({ ...params, limit: LIMITS[0], opened: [] }),
};

/** Returns the search of this screen, which the URL holds too. `onTyped` is that of `useTypedParams`. */
export const useSearchParams = (
  onTyped: (params: SearchParams) => void,
): TypedParams<SearchParams> => useTypedParams(CODEC, onTyped);
