import type { Database } from '../../../platform/database/database.ts';
import { similarityOf } from '../../../extraction/signatures/sketch.ts';
import { groupsOf, type TextGroup } from './group-repository.ts';
import {
  signaturesOf,
  type ComparedText,
  type UncomparedDocument,
} from './signature-repository.ts';

/** How much of two texts is the same at least, as `similarityOf` counts it. */
export const NEARLY_EQUAL = 0.9;
/** Documents that are read and marked by one statement: requests wait for it. */
const AT_ONCE = 50;
/** Texts of a group: a form that many documents fill in is no family of duplicates. */
const TEXTS_MAX = 50;

/** Finds the groups of some documents that were not compared yet, and returns how many there were. */
export async function compareSome(
  database: Pick<Database, 'query'>,
  organizationId: string,
): Promise<number> {
  const signatures = signaturesOf(database, organizationId);
  const groups = groupsOf(database, organizationId);
  const documents = await signatures.uncompared(AT_ONCE);
  await groups.addEqual(
    documents.flatMap(({ datasetId, sha256 }) =>
      sha256 === null ? [] : [{ datasetId, hash: sha256 }],
    ),
  );
  await groups.addEqualTexts(
    documents.flatMap(({ datasetId, textHash }) =>
      textHash === null ? [] : [{ datasetId, hash: textHash }],
    ),
  );
  const withSketch = documents.filter(isSketched);
  const isNew = await signatures.newTexts(withSketch.map(({ id }) => id));
  const before: SketchedDocument[] = [];
  for (const document of withSketch.filter(({ id }) => isNew.has(id))) {
    if (before.some((other) => isSameText(other, document))) continue;
    const candidates = [
      ...(await signatures.candidates(document)),
      // Their bands are not indexed yet.
      ...before.filter((other) => sharesBand(other, document)).map(textOf),
    ];
    await addToGroup(groups, document, candidates);
    before.push(document);
  }
  if (documents.length > 0) await signatures.markCompared(documents);
  return documents.length;
}

/** Adds a text to the group of which it is nearly equal to all, or to the most similar text that is in none. */
async function addToGroup(
  groups: ReturnType<typeof groupsOf>,
  document: SketchedDocument,
  candidates: readonly ComparedText[],
): Promise<void> {
  const similar = candidates
    .map((text) => ({ text, similarity: similarityOf(text, document) }))
    .filter(({ similarity }) => similarity >= NEARLY_EQUAL)
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ text }) => text);
  if (similar.length === 0) return;
  const { datasetId, textHash } = document;
  const found = await groups.ofTexts(datasetId, [...similar.map(({ hash }) => hash), textHash]);
  if (found.some(({ texts }) => texts.some(({ hash }) => hash === textHash))) return;
  const fitting = found.find(({ texts }) => fits(texts, document));
  if (fitting !== undefined) {
    await groups.addTexts(datasetId, [textHash], fitting.id);
    return;
  }
  const grouped = new Set(found.flatMap(({ texts }) => texts.map(({ hash }) => hash)));
  const free = similar.find(({ hash }) => !grouped.has(hash));
  if (free !== undefined) await groups.addTexts(datasetId, [free.hash, textHash]);
}

const fits = (texts: TextGroup['texts'], document: SketchedDocument): boolean =>
  texts.length < TEXTS_MAX && texts.every((text) => similarityOf(text, document) >= NEARLY_EQUAL);

type SketchedDocument = UncomparedDocument & { textHash: string; sketch: Uint8Array };

const isSketched = (document: UncomparedDocument): document is SketchedDocument =>
  document.sketch !== null && document.textHash !== null;

const isSameText = (a: SketchedDocument, b: SketchedDocument): boolean =>
  a.datasetId === b.datasetId && a.textHash === b.textHash;

const sharesBand = (a: SketchedDocument, b: SketchedDocument): boolean =>
  a.datasetId === b.datasetId && (a.bands ?? []).some((band, at) => band === b.bands?.[at]);

const textOf = ({ textHash: hash, sketch, length }: SketchedDocument): ComparedText => ({
  hash,
  sketch,
  length,
});
