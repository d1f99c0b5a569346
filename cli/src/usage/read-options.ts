import { parseArgs } from 'node:util';

import { usageFailure } from '../exit-codes.ts';

const COMMON = {
  help: { type: 'boolean', short: 'h' },
  server: { type: 'string' },
} as const;
const RESULT = { json: { type: 'boolean' } } as const;
const ORGANIZATION = { organization: { type: 'string' } } as const;
const WRITING = {
  path: { type: 'string' },
  delete: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  verbose: { type: 'boolean', short: 'v' },
  wait: { type: 'boolean' },
} as const;

/** The options of each command. */
const OPTIONS = {
  login: { ...COMMON, ...RESULT },
  logout: COMMON,
  whoami: { ...COMMON, ...RESULT },
  datasets: { ...COMMON, ...RESULT, ...ORGANIZATION },
  duplicates: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    kind: { type: 'string' },
    keep: { type: 'string' },
    folder: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  groups: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    create: { type: 'boolean' },
    rename: { type: 'string' },
    add: { type: 'string', multiple: true },
    remove: { type: 'string', multiple: true },
    delete: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  access: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    workspace: { type: 'boolean' },
    grant: { type: 'string', multiple: true },
    revoke: { type: 'string', multiple: true },
    named: { type: 'boolean' },
    everybody: { type: 'boolean' },
  },
  versions: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    compare: { type: 'string' },
    restore: { type: 'string' },
    delete: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
  },
  move: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    to: { type: 'string' },
    name: { type: 'string' },
    number: { type: 'boolean' },
    undo: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  folder: { ...COMMON, ...RESULT, ...ORGANIZATION },
  chunks: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    changes: { type: 'boolean' },
    edit: { type: 'string' },
    file: { type: 'string' },
    off: { type: 'string' },
    on: { type: 'string' },
    split: { type: 'string' },
    at: { type: 'string' },
    join: { type: 'string' },
    restore: { type: 'string' },
  },
  sources: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    file: { type: 'string' },
    run: { type: 'boolean' },
    everything: { type: 'boolean' },
    approve: { type: 'boolean' },
    cancel: { type: 'boolean' },
    failures: { type: 'boolean' },
    delete: { type: 'boolean' },
    wait: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  sync: { ...COMMON, ...RESULT, ...ORGANIZATION, ...WRITING, watch: { type: 'boolean' } },
  upload: {
    ...COMMON,
    ...RESULT,
    ...ORGANIZATION,
    ...WRITING,
    'store-only': { type: 'boolean' },
    'keep-archive': { type: 'boolean' },
  },
} as const;

export type CommandName = keyof typeof OPTIONS;

/** All options of all commands; those that a command does not have are absent. */
export interface CommandOptions {
  help?: boolean;
  server?: string;
  json?: boolean;
  organization?: string;
  path?: string;
  /** The number of a version, where one is deleted. */
  delete?: boolean | string;
  'dry-run'?: boolean;
  yes?: boolean;
  verbose?: boolean;
  wait?: boolean;
  watch?: boolean;
  'store-only'?: boolean;
  'keep-archive'?: boolean;
  create?: boolean;
  rename?: string;
  add?: string[];
  remove?: string[];
  workspace?: boolean;
  kind?: string;
  keep?: string;
  folder?: string;
  grant?: string[];
  revoke?: string[];
  named?: boolean;
  everybody?: boolean;
  compare?: string;
  restore?: string;
  file?: string;
  run?: boolean;
  everything?: boolean;
  approve?: boolean;
  cancel?: boolean;
  failures?: boolean;
  to?: string;
  name?: string;
  number?: boolean;
  undo?: string;
  changes?: boolean;
  edit?: string;
  off?: string;
  on?: string;
  split?: string;
  at?: string;
  join?: string;
}

export interface CommandLine {
  command: CommandName;
  options: CommandOptions;
  positionals: string[];
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(OPTIONS, name);

/** Reads the arguments after a command. @throws {Failure} for what the command does not know. */
export function readOptions(command: CommandName, args: string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: OPTIONS[command],
      allowPositionals: true,
    });
    return { command, options: values as CommandOptions, positionals };
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw usageFailure(`${sentence}. Run: carrel-cli ${command} --help`);
  }
}
