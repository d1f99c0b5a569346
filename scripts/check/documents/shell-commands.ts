/** A command of a document, with where it is. */
export interface DocumentedCommand {
  place: string;
  /** In one line, without settings before it. */
  text: string;
  /** The names of settings before it. */
  settings: string[];
}

const BLOCK = /^ *```sh\n(.*?)^ *```$/gms;
const SETTINGS = /^(?:[A-Z][A-Z_]*=\S* +)+(?=\S)/;
const EXPORT = /^export /;

/** Returns the scripts of a document: its fenced blocks of `sh`. */
const shellBlocks = (text: string): string[] =>
  [...text.matchAll(BLOCK)].map(([, block = '']) => block.replaceAll(/^ +/gm, ''));

/** Returns the commands of a document, those that pipes and lists join apart. */
export function shellCommands(file: string, text: string): DocumentedCommand[] {
  return shellBlocks(text).flatMap((block) =>
    block
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.replace(/(?:^|\s)# .*$/, '').trim())
      .filter((line) => line !== '')
      .flatMap((line) => line.split(/ && | \| (?![^(]*\))/))
      .map((line) => {
        const [before = ''] = SETTINGS.exec(line) ?? [];
        const names = EXPORT.test(line) ? line : before;
        return {
          place: file,
          text: line.slice(before.length).trim(),
          settings: [...names.matchAll(/\b([A-Z][A-Z_]*)=/g)].map(([, name = '']) => name),
        };
      }),
  );
}
