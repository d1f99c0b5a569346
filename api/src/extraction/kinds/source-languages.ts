interface Language {
  name: string;
  endings: readonly string[];
  /** A line that declares what follows it. Its indentation is the first group. */
  declaration: RegExp;
}

const MODIFIERS =
  '(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|open|override|async|partial|data|suspend|pub(?:\\([a-z]+\\))?|unsafe|const|inline|virtual)\\s+)*';
const declares = (keywords: string) => new RegExp(`^(\\s*)${MODIFIERS}(?:${keywords})\\b.*$`);

const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    endings: ['ts', 'tsx', 'mts', 'cts'],
    declaration: declares(
      'function\\*?|class|interface|enum|namespace|type\\s+\\w+(?!\\w|\\s*[,}])',
    ),
  },
  {
    name: 'JavaScript',
    endings: ['js', 'jsx', 'mjs', 'cjs'],
    declaration: declares('function\\*?|class'),
  },
  { name: 'Python', endings: ['py', 'pyi'], declaration: declares('def|class') },
  { name: 'Ruby', endings: ['rb'], declaration: declares('def|class|module') },
  {
    name: 'Java',
    endings: ['java'],
    declaration: declares('class|interface|enum|record|@interface'),
  },
  {
    name: 'Kotlin',
    endings: ['kt', 'kts'],
    declaration: declares('fun|class|interface|object|enum'),
  },
  {
    name: 'C#',
    endings: ['cs'],
    declaration: declares('class|interface|enum|struct|record|namespace'),
  },
  { name: 'Go', endings: ['go'], declaration: /^()(?:func|type)\b.*$/ },
  { name: 'Rust', endings: ['rs'], declaration: declares('fn|struct|enum|trait|impl|mod') },
  {
    name: 'Swift',
    endings: ['swift'],
    declaration: declares('func|class|struct|enum|protocol|extension|actor'),
  },
  {
    name: 'PHP',
    endings: ['php'],
    declaration: declares('function|class|interface|trait|enum'),
  },
  { name: 'Scala', endings: ['scala'], declaration: declares('def|class|object|trait') },
  { name: 'C', endings: ['c', 'h'], declaration: /^()(?:typedef|struct|enum|union)\b.*$/ },
  {
    name: 'C++',
    endings: ['cpp', 'cc', 'cxx', 'hpp', 'hh'],
    declaration: /^()(?:template|class|struct|enum|namespace)\b.*$/,
  },
  {
    name: 'SQL',
    endings: ['sql'],
    declaration:
      /^()create\s+(?:or\s+replace\s+)?(?:unlogged\s+|temp(?:orary)?\s+|unique\s+)?(?:table|view|function|procedure|index|trigger|type|materialized).*$/i,
  },
  {
    name: 'Shell',
    endings: ['sh', 'bash', 'zsh'],
    declaration: /^()(?:function\s+\w+|[\w-]+\s*\(\)).*$/,
  },
];

/** Programming languages whose declarations are known, by the ending of their files. */
export const sourceLanguages: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);

/** Whether files with this ending are source code whose declarations are known. */
export const isSourceCode = (ending: string): boolean => sourceLanguages.has(ending);
