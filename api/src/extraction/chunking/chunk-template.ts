import type { DocumentMetadata } from '@carrel/shared/contract';
import { Liquid, type Template } from 'liquidjs';

const RENDER_MILLISECONDS = 1000;
/** Units of memory that liquidjs counts, about characters. */
const RENDER_MEMORY = 5_000_000;
const TEMPLATE_LENGTH_MAX = 20_000;
/** Characters of one rendered chunk; models accept far fewer. */
const OUTPUT_LENGTH_MAX = 200_000;

/** The variables of a template. */
export interface TemplateContext {
  chunk: { text: string; index: number };
  /** `metadata` is the document's own; that beside it is the dataset's parameters. */
  document: { name: string; path: string; metadata?: DocumentMetadata };
  metadata: Readonly<Record<string, unknown>>;
}

/** A template that does not parse or render. The message is for the user who wrote it. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const noFiles = {
  exists: () => Promise.resolve(false),
  existsSync: () => false,
  contains: () => Promise.resolve(false),
  containsSync: () => false,
  readFile: () => Promise.reject(new Error('Templates cannot include files')),
  readFileSync: () => {
    throw new Error('Templates cannot include files');
  },
  resolve: (_: string, file: string) => file,
};

function createEngine(): Liquid {
  const engine = new Liquid({
    fs: noFiles,
    relativeReference: false,
    dynamicPartials: false,
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: TEMPLATE_LENGTH_MAX,
    renderLimit: RENDER_MILLISECONDS,
    memoryLimit: RENDER_MEMORY,
  });
  // Tags that read other files are unknown to the parser, rather than failing at each chunk.
  for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag];
  return engine;
}

const engine = createEngine();

/** @throws {TemplateError} with the line of the error. */
export function parseTemplate(template: string): Template[] {
  try {
    return engine.parse(template);
  } catch (error) {
    throw new TemplateError(`The chunk template does not parse: ${firstLine(error)}`, {
      cause: error,
    });
  }
}

/** @throws {TemplateError} where it takes too long, grows too large or fails. */
export function renderTemplate(template: Template[], context: TemplateContext): string {
  const text = render(template, context);
  if (text.length > OUTPUT_LENGTH_MAX) {
    throw new TemplateError(
      `The chunk template made more than ${OUTPUT_LENGTH_MAX.toLocaleString('en-US')} characters of one chunk.`,
    );
  }
  return text.replaceAll('\u0000', '').toWellFormed();
}

function render(template: Template[], context: TemplateContext): string {
  try {
    return String(engine.renderSync(template, context));
  } catch (error) {
    throw new TemplateError(`The chunk template could not be rendered: ${firstLine(error)}`, {
      cause: error,
    });
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? message).replaceAll('\u0000', '').slice(0, 300);
}
