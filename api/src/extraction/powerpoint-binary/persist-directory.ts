import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { DamagedCompound, type CompoundFile } from '../compound/compound-file.ts';
import { HEADER_BYTES, RECORD, recordAt, type SlideRecord } from './slide-records.ts';

const ENCRYPTED = 0xf3d1c4df;
const EDIT_BYTES = 28;
const KEY_AT = 28;

/** The records of a presentation by their numbers: each time it is saved, some are written anew behind the others. */
export class PersistDirectory {
  readonly #stream: Buffer;
  readonly #places = new Map<number, number>();
  readonly #documentNumber: number;

  /** @throws {UnreadableDocument} where it is encrypted. */
  constructor(file: CompoundFile) {
    const stream = file.stream('PowerPoint Document');
    const user = file.stream('Current User');
    if (stream === undefined) throw new DamagedCompound('no presentation');
    this.#stream = stream;
    if (user !== undefined && user.length >= 16 && user.readUInt32LE(12) === ENCRYPTED) {
      throw new UnreadableDocument(reasons.password('document'));
    }
    let edit =
      user === undefined || user.length < 20 ? undefined : this.#editAt(user.readUInt32LE(16));
    edit ??= this.#lastEdit();
    if (edit === undefined) throw faultOf(stream);
    this.#documentNumber = edit.readUInt32LE(16);
    const seen = new Set<number>();
    while (edit !== undefined) {
      if (edit.length >= KEY_AT + 4) throw new UnreadableDocument(reasons.password('document'));
      this.#addPlaces(edit.readUInt32LE(12));
      const before = edit.readUInt32LE(8);
      if (before === 0) break;
      edit = seen.has(before) ? undefined : this.#editAt(before);
      seen.add(before);
    }
    // Records of earlier edits are there where the way to them is damaged.
    if (edit === undefined) for (const at of this.#directories().toReversed()) this.#addPlaces(at);
  }

  get document(): SlideRecord | undefined {
    return this.record(this.#documentNumber, RECORD.document);
  }

  record(number: number, type: number): SlideRecord | undefined {
    const place = this.#places.get(number);
    const record = place === undefined ? undefined : recordAt(this.#stream, place);
    return record?.type === type ? record : undefined;
  }

  #editAt(offset: number): Buffer | undefined {
    const record = recordAt(this.#stream, offset);
    return record?.type === RECORD.userEdit && record.data.length >= EDIT_BYTES
      ? record.data
      : undefined;
  }

  /** Where the file does not say which edit is its last. */
  #lastEdit(): Buffer | undefined {
    return this.#offsets()
      .map((at) => this.#editAt(at))
      .findLast((edit) => edit !== undefined);
  }

  #directories(): number[] {
    return this.#offsets().filter((at) => recordAt(this.#stream, at)?.type === RECORD.places);
  }

  #offsets(): number[] {
    const offsets: number[] = [];
    let at = 0;
    for (
      let record = recordAt(this.#stream, 0);
      record !== undefined;
      record = recordAt(this.#stream, at)
    ) {
      offsets.push(at);
      at += HEADER_BYTES + record.data.length;
    }
    return offsets;
  }

  #addPlaces(offset: number): void {
    const record = recordAt(this.#stream, offset);
    if (record?.type !== RECORD.places) return;
    const { data } = record;
    for (let at = 0; at + 4 <= data.length;) {
      const head = data.readUInt32LE(at);
      const [first, count] = [head & 0xfffff, head >>> 20];
      at += 4;
      for (let index = 0; index < count && at + 4 <= data.length; index += 1, at += 4) {
        // Later edits were read before.
        if (!this.#places.has(first + index)) {
          this.#places.set(first + index, data.readUInt32LE(at));
        }
      }
    }
  }
}

/** A stream of PowerPoint 95 has the same name, and other records. */
function faultOf(stream: Buffer): Error {
  const isOld = recordAt(stream, 0)?.type === 0;
  return isOld
    ? new UnreadableDocument(reasons.legacyOffice('PowerPoint 95', '.ppt', '.pptx'))
    : new DamagedCompound('no directory');
}
