import type { Block } from '../blocks/block.ts';

const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{2})[.,]\d{3}\s+-->/;
/** Cues of about a minute are one paragraph, which begins with its time. */
const PARAGRAPH_SECONDS = 60;

interface Cue {
  /** As `12:34` or `1:12:34`. */
  at: string;
  text: string;
}

/** Reads SubRip (.srt) and WebVTT (.vtt): what is said, without cue numbers, styles and tags. */
export function readSubtitles(text: string): Block[] {
  const paragraphs: Cue[] = [];
  let began = -Infinity;
  for (const cue of cuesOf(text)) {
    const last = paragraphs.at(-1);
    const seconds = secondsOf(cue.at);
    if (last === undefined || seconds - began >= PARAGRAPH_SECONDS || seconds < began) {
      paragraphs.push({ ...cue });
      began = seconds;
    } else if (!last.text.endsWith(cue.text)) {
      // Captions that scroll repeat the line before.
      last.text += ` ${cue.text}`;
    }
  }
  return paragraphs.map(({ at, text: said }) => ({ kind: 'paragraph', text: `[${at}] ${said}` }));
}

function cuesOf(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)) {
    const lines = block.split('\n');
    const timed = lines.findIndex((line) => TIMES.test(line));
    const at = TIMES.exec(lines[timed] ?? '')?.[1];
    if (at === undefined) continue;
    const said = lines
      .slice(timed + 1)
      .map((line) => withoutTags(line).trim())
      .filter((line) => line !== '')
      .join(' ');
    if (said !== '') cues.push({ at: at.replace(/^0+:?(?=\d+:)/, ''), text: said });
  }
  return cues;
}

/** `<v Ann>` names who speaks. */
const withoutTags = (line: string): string =>
  line
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g, '$1: ')
    .replace(/<[^>]*>|\{\\[^}]*\}/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ');

const secondsOf = (time: string): number =>
  time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
