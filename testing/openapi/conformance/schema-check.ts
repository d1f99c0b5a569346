import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import type { JsonSchema, OpenApiDocument } from '@carrel/api/src/integrations/openapi/openapi.ts';

/** Decides whether values match schemas of a document. */
export class SchemaCheck {
  readonly #values = compiler(false);
  readonly #texts = compiler(true);
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor({ components }: OpenApiDocument) {
    for (const ajv of [this.#values, this.#texts]) ajv.addSchema({ $id: 'document', components });
  }

  isValue(schema: JsonSchema, value: unknown): boolean {
    return this.#compile(this.#values, 'value', schema)(value);
  }

  /** The same for what is a text in a query or a header. */
  isText(schema: JsonSchema, text: string): boolean {
    return this.#compile(this.#texts, 'text', { type: 'object', properties: { text: schema } })({
      text,
    });
  }

  #compile(ajv: Ajv2020, kind: string, schema: JsonSchema): ValidateFunction {
    const source = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
    const key = `${kind} ${source}`;
    const validate = this.#compiled.get(key) ?? ajv.compile(JSON.parse(source) as JsonSchema);
    this.#compiled.set(key, validate);
    return validate;
  }
}

function compiler(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, unicode: false, logger: false, coerceTypes });
  addFormats(ajv);
  return ajv;
}
