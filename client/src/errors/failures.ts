import { CarrelError } from './carrel-error.ts';

/** The server responded with a status that is not 2xx. */
export class HttpError extends CarrelError {
  override readonly name = 'HttpError';
  readonly kind = 'http';
  declare readonly status: number;
}

/** No complete response came: the server is away, or the connection broke. */
export class NetworkError extends CarrelError {
  override readonly name = 'NetworkError';
  readonly kind = 'network';
}

/** The response did not come within the deadline of the call. */
export class TimeoutError extends CarrelError {
  override readonly name = 'TimeoutError';
  readonly kind = 'timeout';
}

/** The response is not what the contract says: the server is of another version, or is no Carrel server. */
export class ContractError extends CarrelError {
  override readonly name = 'ContractError';
  readonly kind = 'contract';
}
