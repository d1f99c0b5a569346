/** Endings of a language, the longest first; what is left of a word has three letters at least. */
const endings = (words: string): RegExp =>
  new RegExp(
    `(?<=^.{3,})(?:${words
      .split(' ')
      .toSorted((a, b) => b.length - a.length)
      .join('|')})$`,
    'u',
  );

const POLISH = endings(
  'owego owemu owych owymi iego iemu iami iach ego emu ymi imi ami ach owie owi iom iem om em ej iej ych ich ym im ow ia ie iu ja je a e i o u y',
);
const CZECH = endings(
  'atech etem atum eho emi emu ete eti iho imi imu ach ata aty ych ich ech ami ove ovi ymi em es im um at am os us ym ou ho mi ia ii iu a e i o u y',
);
const UKRAINIAN = endings(
  'ання ення ями ами ові еві єві ого ому ими іми ій ої ою ею єю ях ах ям ам ів їв ом ем єм им ім их іх ія ії ію а я о е є і и у ю ї ь й',
);
const GREEK = endings(
  'ματων ματα ματοσ ουσ εων εισ ων εσ ησ οσ ασ υσ ωσ ου οι ια ιο α ο ι η ε υ ω',
);
const HINDI = endings('ियों ियां ाओं ुओं ों ें ीं ां े ी ा ो ि ू ु');
const ARABIC = endings('ات ون ين ان ها هم هن نا كم وا ته تها ه ي ا');
const PERSIAN = endings('هايي هاي ها ان ي');

/** The vowel of a closed syllable: "договір", "договору". */
const CLOSED = /і(?=[^аеиоуюяєії]+$)/u;
/** Its counterpart: "čerpadel", "čerpadla". */
const MOVING = /(?<=[^aeiouy])e(?=[^aeiouy]$)/u;

/** Stems of languages for which no library has one, by their commonest endings. Words are folded. */
export const LIGHT_STEMS = {
  polish: (word: string) => word.replace(POLISH, ''),
  czech: (word: string) => word.replace(CZECH, '').replace(MOVING, ''),
  ukrainian: (word: string) => word.replace(UKRAINIAN, '').replace(CLOSED, 'о'),
  greek: (word: string) => word.replace(GREEK, ''),
  hindi: (word: string) => word.replace(HINDI, ''),
  hebrew: (word: string) => word,
  arabic: (word: string) => word.replace(ARABIC, ''),
  persian: (word: string) => word.replace(PERSIAN, ''),
} as const;
