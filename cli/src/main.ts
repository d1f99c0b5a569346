import { EXIT, Failure, usageFailure } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { runCommand } from './run-command.ts';
import { printable } from './printable.ts';
import { Terminal } from './terminal.ts';
import { COMMAND_HELP, HELP } from './usage/help.ts';
import { isCommand, readOptions } from './usage/read-options.ts';
import { VERSION } from './version.ts';

const terminal = new Terminal();
const interrupted = new AbortController();
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<ExitCode> {
  const isJson = args.includes('--json');
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      terminal.result(HELP);
      return name === undefined ? EXIT.usage : EXIT.done;
    }
    if (name === '--version' || name === 'version') {
      terminal.result(`carrel-cli ${VERSION}`);
      return EXIT.done;
    }
    if (!isCommand(name)) {
      throw usageFailure(`There is no command "${printable(name)}". Run: carrel-cli --help`);
    }
    const line = readOptions(name, args);
    if (line.options.help === true) {
      terminal.result(COMMAND_HELP[name]);
      return EXIT.done;
    }
    return await runCommand(terminal, line, interrupted.signal);
  } catch (error) {
    return tell(await shownFailure(error), isJson);
  }
}

function tell({ message, exitCode }: Failure, isJson: boolean): ExitCode {
  terminal.say(message);
  if (isJson && exitCode !== EXIT.done) {
    terminal.result(JSON.stringify({ error: message, exit_code: exitCode }));
  }
  return exitCode;
}

async function shownFailure(thrown: unknown): Promise<Failure> {
  // Where a call has failed, this is loaded already.
  const { failureOf } = await import('./failure-of.ts');
  const error = failureOf(thrown);
  if (error instanceof Failure && error.exitCode !== EXIT.failed) return error;
  const { reason } = interrupted.signal as { reason: unknown };
  if (reason instanceof Failure) return reason;
  if (error instanceof Failure) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure(`An unexpected failure: ${text}`);
}

/** The first time, what runs is ended cleanly; the second time at once. */
function interrupt(): void {
  if (interrupted.signal.aborted) process.exit(EXIT.interrupted);
  interrupted.abort(
    new Failure('Interrupted. What was sent whole is merged, and nothing else.', EXIT.interrupted),
  );
}
