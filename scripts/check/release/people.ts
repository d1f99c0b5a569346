import { setTimeout } from 'node:timers/promises';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { Person } from './person.ts';

/** People of one organization. */
const MEMBERS = 5;
const PAUSE_MILLISECONDS = 400;
/** A person signs in again and uploads at every so many rounds. */
const ROUNDS_A_SIGN_IN = 6;
const ROUNDS_AN_UPLOAD = 3;

/** What people did, and what failed of it. */
export interface Figures {
  requests: number;
  uploads: number;
  libraries: number;
  failures: string[];
  milliseconds: number[];
}

interface Place {
  person: Person;
  datasetId: string;
  uploads: number;
}

/** Documents of a library, which is sent in parts and processed while others are sent. */
const LIBRARY_DOCUMENTS = 100;
const LIBRARY_PARTS = 10;
const LIBRARY_PAUSE_MILLISECONDS = 1000;
/** People who send libraries. */
const LIBRARIANS = 3;

/** People who use a release at the same time: they sign in, list, upload and search. */
export class People {
  readonly #places: Place[] = [];
  readonly figures: Figures = {
    requests: 0,
    uploads: 0,
    libraries: 0,
    failures: [],
    milliseconds: [],
  };
  readonly #ended = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  /** Registers them, each calling from an address of their own, with a dataset each. */
  static async register(origin: string, count: number, outbox: string): Promise<People> {
    const people = new People();
    for (let organization = 0; organization * MEMBERS < count; organization += 1) {
      const address = `person-${organization}@example.com`;
      const owner = new Person(origin, address, `127.2.0.${organization + 1}`);
      await owner.register(outbox);
      await owner.signIn();
      await owner.createOrganization(`Organization ${organization}`);
      for (let member = 0; member < MEMBERS; member += 1) {
        const number = organization * MEMBERS + member;
        const person = new Person(origin, address, `127.1.0.${number + 1}`);
        person.organizationId = owner.organizationId;
        const datasetId = await owner.createDataset(`Dataset ${member}`);
        people.#places.push({ person, datasetId, uploads: 0 });
      }
    }
    return people;
  }

  start(): void {
    this.#running = Promise.all([
      ...this.#places.map((place, index) => this.#use(place, index)),
      ...this.#places.slice(0, LIBRARIANS).map((place) => this.#sendLibraries(place)),
    ]);
  }

  /** Resolves when all have had the responses to their last requests. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }

  /** Waits until everything that was uploaded is processed. @throws if something is missing, or failed. */
  async requireUploads(): Promise<void> {
    for (const { person, datasetId, uploads } of this.#places) {
      const { embedded } = await person.processed(datasetId, uploads);
      if (embedded !== uploads) throw new Error(`Of ${uploads} documents, ${embedded} are Ready.`);
    }
  }

  async #use(place: Place, index: number): Promise<void> {
    await setTimeout(index * 20);
    for (let round = 0; !this.#ended.signal.aborted; round += 1) {
      if (round % ROUNDS_A_SIGN_IN === 0) await this.#count(() => place.person.signIn());
      await this.#round(place, (index + round) % ROUNDS_AN_UPLOAD === 0);
      await setTimeout(PAUSE_MILLISECONDS);
    }
  }

  async #round(place: Place, uploads: boolean): Promise<void> {
    const { person, datasetId } = place;
    const path = `/datasets/${datasetId}`;
    await this.#count(() => person.call('GET', '/datasets'));
    await this.#count(() => person.call('GET', `${path}/documents?page=1&limit=10`));
    if (uploads) {
      const name = `note ${place.uploads}.md`;
      const zip = Uint8Array.from(buildZip([{ name, content: `# ${name}\n\nThe kettle boils.` }]));
      await this.#count(async () => {
        await person.call('POST', `${path}/archives`, { zip });
        place.uploads += 1;
        this.figures.uploads += 1;
      });
    }
    await this.#count(() => person.call('POST', `${path}/search`, { json: { query: 'kettle' } }));
  }

  /** Sends one library after the other by resumable uploads, each over some seconds. */
  async #sendLibraries(place: Place): Promise<void> {
    const { person, datasetId } = place;
    await this.#count(() => person.signIn());
    for (let number = 0; !this.#ended.signal.aborted; number += 1) {
      const files = Array.from({ length: LIBRARY_DOCUMENTS }, (_, index) => ({
        name: `library ${number}/page ${index}.md`,
        content: `# Page ${index}\n\n${`The kettle of library ${number} boils. `.repeat(40)}`,
      }));
      const zip = Uint8Array.from(buildZip(files));
      const uploads = `/datasets/${datasetId}/uploads`;
      const tus = { 'Tus-Resumable': '1.0.0' };
      const begun = await this.#count(() =>
        person.call<{ id: string }>('POST', uploads, {
          headers: { ...tus, 'Upload-Length': String(zip.length) },
        }),
      );
      const size = Math.ceil(zip.length / LIBRARY_PARTS);
      const end = begun === undefined ? 0 : zip.length;
      for (let offset = 0; offset < end; offset += size) {
        await this.#count(() =>
          person.call('PATCH', `${uploads}/${begun?.id ?? ''}`, {
            zip: zip.slice(offset, offset + size),
            headers: {
              ...tus,
              'Upload-Offset': String(offset),
              'Content-Type': 'application/offset+octet-stream',
            },
          }),
        );
        await setTimeout(LIBRARY_PAUSE_MILLISECONDS);
      }
      await this.#count(async () => {
        await person.call('POST', `/datasets/${datasetId}/archives?upload=${begun?.id ?? ''}`);
        place.uploads += LIBRARY_DOCUMENTS;
        this.figures.libraries += 1;
      });
    }
  }

  async #count<T>(work: () => Promise<T>): Promise<T | undefined> {
    const started = performance.now();
    this.figures.requests += 1;
    try {
      return await work();
    } catch (error) {
      const at = new Date().toISOString().slice(11, 23);
      this.figures.failures.push(
        `${at} ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`,
      );
      return undefined;
    } finally {
      this.figures.milliseconds.push(performance.now() - started);
    }
  }
}
