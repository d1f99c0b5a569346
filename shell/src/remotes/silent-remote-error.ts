/** Nothing of a remote came by its deadline. */
export class SilentRemoteError extends Error {
  constructor(milliseconds: number) {
    super(`It did not answer within ${milliseconds / 1000} seconds.`);
  }
}
