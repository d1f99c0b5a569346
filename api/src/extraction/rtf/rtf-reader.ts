import { BlockWriter, oneLine } from '../blocks/block-writer.ts';
import { isPageLine } from '../blocks/page-line.ts';
import { RtfFonts } from './rtf-fonts.ts';
import { PARAGRAPH, PLAIN, type Group } from './rtf-group.ts';
import { RtfLists } from './rtf-lists.ts';
import { RtfRows } from './rtf-rows.ts';
import { RtfStory } from './rtf-story.ts';
import { RtfStyles } from './rtf-styles.ts';
import { readDate } from './rtf-dates.ts';
import { RtfTokens, type RtfToken } from './rtf-tokens.ts';
import { CHARACTERS, DATES, PROPERTIES, SKIPPED, STARRED } from './rtf-words.ts';

const GROUPS_MAX = 10_000;

/** Reads RTF token by token into stories. */
export class RtfReader {
  readonly writer = new BlockWriter();
  readonly properties: [string, unknown][] = [];
  readonly #tokens: RtfTokens;
  readonly #fonts = new RtfFonts();
  readonly #groups: Group[] = [];
  #group: Group;
  /** Bytes of text that are yet to be decoded. */
  #bytes = '';
  #toSkip = 0;
  #isStarred = false;
  /** Whether nothing of the group was read. */
  #isStart = false;
  #value = '';
  #author = '';
  #notes = 0;
  #skipsNext = false;
  readonly #rows = new RtfRows();
  readonly #lists = new RtfLists();
  readonly #styles = new RtfStyles();
  readonly #repeated = new Set<string>();

  constructor(source: string) {
    this.#tokens = new RtfTokens(source);
    const story = new RtfStory(this.writer);
    this.#group = { font: 0, fallbacks: 1, ...PLAIN, ...PARAGRAPH, story, into: 'text' };
  }

  read(): void {
    const { story } = this.#group;
    for (let token = this.#tokens.next(); token !== undefined; token = this.#tokens.next()) {
      this.#read(token);
    }
    this.#decode();
    story.end();
    for (const text of this.#repeated) this.writer.push({ kind: 'paragraph', text });
  }

  #read(token: RtfToken): void {
    if (token.kind === 'text') {
      const skipped = Math.min(this.#toSkip, token.text.length);
      this.#toSkip -= skipped;
      this.#bytes += token.text.slice(skipped);
      return;
    }
    if (token.kind !== 'word' || token.word !== 'u') this.#decode();
    if (token.kind === 'open') this.#open();
    else if (token.kind === 'close') this.#close();
    else if (token.kind === 'symbol') this.#symbol(token.symbol);
    else this.#word(token.word, token.value);
    this.#isStart = token.kind === 'open';
  }

  #open(): void {
    this.#toSkip = 0;
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, end: undefined };
    if (this.#skipsNext || this.#groups.length > GROUPS_MAX) this.#tokens.skipGroup();
    this.#skipsNext = false;
  }

  #close(): void {
    this.#toSkip = 0;
    this.#isStarred = false;
    const { end } = this.#group;
    this.#group = this.#groups.pop() ?? this.#group;
    end?.();
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#isStarred = this.#isStart;
    else if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (symbol === '~') this.#add(' ');
    else if (symbol === '_') this.#add('-');
    else if (symbol === '\r' || symbol === '\n') this.#endParagraph();
  }

  #word(word: string, value: number | undefined): void {
    const isStarred = this.#isStarred;
    this.#isStarred = false;
    if (word === 'u') return this.#unicode(value ?? 0);
    this.#toSkip = 0;
    if (SKIPPED.has(word) || (isStarred && !STARRED.has(word)) || /^m\w+Pr$/.test(word)) {
      return this.#tokens.skipGroup();
    }
    const isOn = value !== 0;
    const group = this.#group;
    const character = CHARACTERS[word];
    if (character !== undefined) this.#add(character);
    else if (word in PROPERTIES) this.#readValue((text) => this.#property(PROPERTIES[word], text));
    else if (word in DATES) this.#readDate(DATES[word] ?? '');
    else if (/^(?:header|footer)[lrf]?$/.test(word)) this.#separate((text) => this.#repeat(text));
    else if (
      !this.#paragraphWord(word, value, isOn) &&
      !this.#rows.word(word, value, group) &&
      !this.#fonts.word(word, value, group)
    ) {
      switch (word) {
        case 'uc':
          group.fallbacks = Math.max(0, Math.min(value ?? 1, 10));
          break;
        case 'v':
          group.isHidden = isOn;
          break;
        case 'deleted':
          group.isDeleted = isOn;
          if (isOn) this.writer.omitted.add('deleted_passage');
          break;
        case 'plain':
          Object.assign(group, PLAIN, { font: this.#fonts.defaultFont });
          break;
        case 'listtable':
          this.#lists.readDefinitions(this.#tokens);
          this.#close();
          break;
        case 'listoverridetable':
          this.#lists.readOverrides(this.#tokens);
          this.#close();
          break;
        case 'fonttbl':
          group.into = 'fonts';
          break;
        case 'stylesheet':
          group.into = 'styles';
          break;
        case 'info':
          group.into = 'value';
          break;
        case 'footnote':
          this.#footnote();
          break;
        case 'atnauthor':
          this.#readValue((text) => (this.#author = text));
          break;
        case 'annotation':
          this.#annotation();
          break;
        case 'listtext':
        case 'pntext':
          this.#lists.isWritten = true;
          this.#separate((text) => this.#group.story.setMarker(text));
          break;
        case 'shptxt':
        case 'dptxbxtext':
          this.#separate((text) => this.#group.story.addNote(text));
          break;
        case 'upr':
          // The same text follows in Unicode.
          this.#skipsNext = true;
          break;
      }
    }
  }

  /** @returns Whether the word is about paragraphs. */
  #paragraphWord(word: string, value: number | undefined, isOn: boolean): boolean {
    const group = this.#group;
    switch (word) {
      case 'pard':
        Object.assign(group, PARAGRAPH);
        return true;
      case 'par':
      case 'sect':
      case 'page':
        this.#endParagraph();
        return true;
      case 'line':
      case 'lbr':
        if (isOn || word === 'lbr') group.story.lineBreak();
        return true;
      case 's':
        group.style = value;
        this.#styles.define(value ?? 0);
        return true;
      case 'outlinelevel':
        group.outline = value;
        if (group.into === 'styles') this.#styles.addLevel((value ?? 9) + 1);
        return true;
      case 'ls':
        group.list = value;
        return true;
      case 'ilvl':
        group.listDepth = Math.max(0, Math.min(value ?? 0, 9));
        return true;
      default:
        return false;
    }
  }

  #unicode(value: number): void {
    this.#decode();
    const code = value < 0 ? value + 0x1_0000 : value;
    // Some programs write numbers of Windows' encoding where Unicode has no characters.
    if (code >= 0x80 && code <= 0x9f) this.#bytes = String.fromCodePoint(code);
    else if (code >= 0 && code <= 0x10_ffff) this.#add(String.fromCodePoint(code));
    this.#decode();
    this.#toSkip = this.#group.fallbacks;
  }

  #decode(): void {
    if (this.#bytes === '') return;
    const text = this.#fonts.decode(this.#bytes, this.#group.font);
    this.#bytes = '';
    this.#add(text);
  }

  #add(text: string): void {
    const group = this.#group;
    if (group.into === 'value') this.#value += text;
    else if (group.into === 'styles') this.#styles.addName(text);
    else if (group.into === 'text' && !group.isHidden && !group.isDeleted) {
      group.story.text(text, this.#level());
    }
  }

  #level(): number {
    const { inTable, tableDepth, story } = this.#group;
    return inTable || story.isRowOpen ? tableDepth : 0;
  }

  #endParagraph(): void {
    const { story, outline, style, listDepth, list, into } = this.#group;
    if (into !== 'text') return;
    const level = this.#styles.levelOf(style, outline);
    const depth = this.#level();
    const label = story.isEmpty ? undefined : this.#lists.next(list, listDepth);
    if (label !== undefined) story.setMarker(label.text);
    story.endParagraph(depth === 0 ? level : undefined, listDepth, depth);
  }

  /** Reads the group that is open as text of its own. */
  #separate(deliver: (text: string) => void): void {
    const story = new RtfStory(this.writer.separate());
    Object.assign(this.#group, PARAGRAPH, PLAIN, { story, into: 'text' });
    this.#group.end = () => deliver(story.line());
  }

  #readValue(deliver: (text: string) => void): void {
    this.#value = '';
    this.#group.into = 'value';
    this.#group.end = () => deliver(oneLine(this.#value));
  }

  #footnote(): void {
    this.#notes += 1;
    const mark = `[${this.#notes}]`;
    const outer = this.#groups.at(-1)?.story;
    outer?.text(mark, this.#level());
    this.#separate((text) => this.#group.story.addNote(text === '' ? '' : `${mark} ${text}`));
  }

  #annotation(): void {
    const author = this.#author;
    this.#author = '';
    this.#separate((text) =>
      this.#group.story.addNote(`Comment${author === '' ? '' : ` by ${author}`}: ${text}`),
    );
  }

  /** Headers and footers are once in the text, after it. A page's number alone says nothing. */
  #repeat(text: string): void {
    if (!isPageLine(text)) this.#repeated.add(text);
  }

  #property(key: string | undefined, text: string): void {
    if (key !== undefined && text !== '') this.properties.push([key, text]);
  }

  #readDate(key: string): void {
    const date = readDate(this.#tokens);
    this.#close();
    if (date !== undefined) this.properties.push([key, date]);
  }
}
