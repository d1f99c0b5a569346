import { EXIT } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import type { CommandLine, CommandName } from './usage/read-options.ts';

/** Returns nothing where it is done or fails. */
type Command = (
  terminal: Terminal,
  line: CommandLine,
  signal: AbortSignal,
) => Promise<ExitCode | undefined>;

/** The code of a command is loaded when it runs, so that help and wrong usage are there at once. */
const COMMANDS: Record<CommandName, () => Promise<Command>> = {
  login: async () => (await import('./commands/login.ts')).login,
  logout: async () => (await import('./commands/account.ts')).logout,
  whoami: async () => (await import('./commands/account.ts')).whoami,
  datasets: async () => (await import('./commands/datasets.ts')).datasets,
  duplicates: async () => (await import('./commands/duplicates.ts')).duplicates,
  groups: async () => (await import('./commands/groups.ts')).groups,
  access: async () => (await import('./commands/access.ts')).access,
  versions: async () => (await import('./commands/versions.ts')).versions,
  move: async () => (await import('./commands/move.ts')).move,
  folder: async () => (await import('./commands/folder.ts')).folder,
  chunks: async () => (await import('./commands/chunks.ts')).chunks,
  sources: async () => (await import('./commands/sources.ts')).sources,
  sync: async () => (await import('./commands/sync.ts')).sync,
  upload: async () => (await import('./commands/upload.ts')).upload,
};

/** Runs a command, and returns the exit code. @throws {Failure} */
export async function runCommand(
  terminal: Terminal,
  line: CommandLine,
  signal: AbortSignal,
): Promise<ExitCode> {
  const command = await COMMANDS[line.command]();
  return (await command(terminal, line, signal)) ?? EXIT.done;
}
