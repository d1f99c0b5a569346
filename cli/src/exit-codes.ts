/** What the process ends with. docs/command-line.md lists them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Some files were refused, or their documents failed; all others are done. */
  partly: 3,
  /** Not signed in, or not allowed. */
  notAllowed: 4,
  declined: 5,
  /** By Control-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that is told to the person as it is, with the exit code of the process. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export const usageFailure = (message: string) => new Failure(message, EXIT.usage);
