import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

const MINUTE_MS = 60_000;
/** Milliseconds between two lines. */
const INTERVAL_MS = MINUTE_MS / 2;

const minutes = (ms: number) => `${Math.ceil(ms / MINUTE_MS)} min`;

/** Prints how many files have been run, and about how long the others take. */
export default class ProgressReporter implements Reporter {
  readonly #startedAt = Date.now();
  #files = 0;
  #done = 0;
  #printedAt = Date.now();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    process.stdout.write(`Running ${this.#files} files of tests\n`);
  }

  onTestModuleEnd(file: TestModule): void {
    this.#done += 1;
    const now = Date.now();
    if (now - this.#printedAt < INTERVAL_MS) return;
    this.#printedAt = now;
    const left = ((now - this.#startedAt) / this.#done) * (this.#files - this.#done);
    process.stdout.write(
      `-- ${this.#done} of ${this.#files} files, about ${minutes(left)} left; ended ${file.project.name} ${file.relativeModuleId}\n`,
    );
  }
}
