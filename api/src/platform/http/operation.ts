import type { ApiKeyScope, RoleName } from '@carrel/shared/contract';
import type { GenericSchema } from 'valibot';

/** Content that is not JSON, or JSON beside another type. Without a schema it is bytes, text or any JSON. */
export interface Media {
  type: string;
  description: string;
  schema?: GenericSchema;
}

/** A header of a request. Without a schema it is any text. */
export interface HeaderDetails {
  description: string;
  required?: true;
  /** In JSON Schema. */
  schema?: Readonly<Record<string, unknown>>;
}

/** JSON of a schema, or what `media` describes. */
export type Content = GenericSchema | Media | readonly Media[];

/** What a route reads and returns. A route that returns nothing has the status 204. */
export interface OperationDetails {
  description?: string;
  /** JSON unless it says otherwise. `readBody` accepts no other schema on this route. */
  body?: Content;
  /** Whether a request may have no body. */
  isBodyOptional?: true;
  /** An object schema. `readQuery` accepts no other on this route. */
  query?: GenericSchema;
  /** Request headers besides those of every route, with their meaning. */
  headers?: Readonly<Record<string, string | HeaderDetails>>;
  returns?: Content;
  /** Headers of a response below 400, with their meaning. */
  sends?: Readonly<Record<string, string>>;
  /** The status of `returns`: 200 if nothing is said. */
  status?: number;
  /** Other statuses below 400, each with its content or with a sentence for one without content. */
  also?: Readonly<Record<number, Content | string>>;
  /** Statuses from 400 on, besides those that follow from access, path, query and body. */
  errors?: readonly number[];
  example?: { request?: unknown; response?: unknown };
  /** A route of GET that responds to HEAD alone. */
  method?: 'head';
}

/** A described route. `id` is unique, and names the call in generated clients. */
export interface Operation extends OperationDetails {
  id: string;
  summary: string;
}

/** Who may call a route, as its middleware decides it. */
export interface RouteAccess {
  session?: true;
  /** Where the request names its organization. */
  organization?: 'header' | 'query' | 'path';
  /** The scope of the API keys that may call it. */
  keys?: ApiKeyScope;
  least?: RoleName;
}

/** Returns content by its types: JSON is one of them. */
export function mediasOf(content: Content): readonly Media[] {
  if (isList(content)) return content;
  return ['kind' in content ? media('application/json', '', content) : content];
}

const isList = (content: Content): content is readonly Media[] => Array.isArray(content);

/** Describes content that is not JSON. */
export const media = (type: string, description: string, schema?: GenericSchema): Media => ({
  type,
  description,
  ...(schema !== undefined && { schema }),
});
