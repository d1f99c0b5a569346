/** A remote did not respond before its timeout. */
export class SilentRemoteError extends Error {
  constructor(milliseconds: number) {
    super(`It did not answer within ${milliseconds / 1000} seconds.`);
  }
}
