import * as v from 'valibot';

import { httpUrl, text, wholeNumber } from './formats.ts';
import { setting } from './setting.ts';

/** What search and answers work with. */
export const MODEL_SETTINGS = {
  EMBEDDINGS_URL: setting(
    'Search and models',
    httpUrl('https://api.example.com/v1/embeddings'),
    'An OpenAI-compatible embedding service, for search by meaning.',
    'search is by words alone',
  ),
  EMBEDDINGS_MODEL: setting(
    'Search and models',
    text,
    'The model of `EMBEDDINGS_URL`, which requires it. Without a service, a model that this server runs: a folder with `model.onnx` and `tokenizer.json`, or a name of the Hugging Face hub such as `BAAI/bge-small-en-v1.5`, which is loaded once. See [models](models.md).',
  ),
  EMBEDDINGS_API_KEY: setting('Search and models', text, 'The API key of `EMBEDDINGS_URL`.'),
  EMBEDDINGS_DIMENSIONS: setting(
    'Search and models',
    v.optional(wholeNumber(1, 16_384)),
    'The length of vectors that the model is asked to return.',
    "the model's",
  ),
  EMBEDDINGS_BATCH: setting(
    'Search and models',
    v.optional(wholeNumber(1, 2048), '64'),
    'Texts that one request to `EMBEDDINGS_URL` has at most. A service that takes fewer is found out.',
  ),
  EMBEDDINGS_TOKENS: setting(
    'Search and models',
    v.optional(wholeNumber(16, 1_000_000)),
    'Tokens of one text that `EMBEDDINGS_URL` takes at most: a longer text is cut, by an [estimate](search.md#how-meaning-is-found).',
    'a text is cut where the service refuses it',
  ),
  EMBEDDINGS_VERSION: setting(
    'Search and models',
    v.optional(v.string(), ''),
    'Distinguishes two models of one name: another text is another model.',
  ),
  EMBEDDINGS_QUERY_PREFIX: setting(
    'Search and models',
    v.optional(v.string()),
    'A text put before each query, as e5, nomic and bge expect.',
    'of a model that this server runs, what its folder says or its name tells; of a service, none',
  ),
  EMBEDDINGS_PASSAGE_PREFIX: setting(
    'Search and models',
    v.optional(v.string()),
    'A text put before the text of each chunk, as e5, nomic and bge expect.',
    'as for `EMBEDDINGS_QUERY_PREFIX`',
  ),
  RERANK_URL: setting(
    'Search and models',
    httpUrl('https://api.example.com/v1/rerank'),
    'A service that reorders the best 50 results of a search: the `/rerank` of Cohere, Jina, vLLM or TEI.',
    'no reordering',
  ),
  RERANK_MODEL: setting(
    'Search and models',
    text,
    'The model of `RERANK_URL`, if it needs one. Without a service, a reranker that this server runs over the best 30 results, named as `EMBEDDINGS_MODEL` is.',
  ),
  RERANK_API_KEY: setting('Search and models', text, 'The API key of `RERANK_URL`.'),
  SEARCH_CACHE_MB: setting(
    'Search and models',
    v.optional(wholeNumber(1, 1_000_000), '256'),
    'Memory in MiB for the word index that searches have read, and as much for vectors.',
  ),
  CHAT_URL: setting(
    'Search and models',
    httpUrl('https://api.example.com/v1/chat/completions'),
    'An OpenAI-compatible chat service that answers questions.',
    'questions are not answered',
  ),
  CHAT_MODEL: setting('Search and models', text, 'The model of `CHAT_URL`, which requires it.'),
  CHAT_API_KEY: setting('Search and models', text, 'The API key of `CHAT_URL`.'),
} as const;
